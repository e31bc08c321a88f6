package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A folder that belongs to nobody's user and holds a copy of the class path, so that other users
/// can run it: the build may lie where they cannot look.
final class OpenPlace implements AutoCloseable {
    private final Path path;

    OpenPlace() throws Exception {
        path = Files.createTempDirectory(Path.of("/var/tmp"), "berth-nobody");
        shell("chown 65534:65534 \"$0\"; chmod 755 \"$0\"", path);
    }

    Path path() {
        return path;
    }

    /// The words that run a class here.
    List<String> java(Class<?> main, String... arguments) throws Exception {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED", "-cp"));
        words.add(copied(path.resolve("path")));
        words.add(main.getName());
        words.addAll(List.of(arguments));
        return words;
    }

    @Override
    public void close() throws IOException {
        shell("rm -rf \"$0\"", path);
    }

    private static String copied(Path to) throws Exception {
        Files.createDirectory(to);
        var copies = new ArrayList<String>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.endsWith("*")) {
                try (var jars = Files.list(Path.of(entry).getParent())) {
                    for (var jar : jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
                        copies.add(copy(jar, to, copies.size()));
                    }
                }
            } else if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
                copies.add(copy(Path.of(entry), to, copies.size()));
            }
        }
        shell("chmod -R a+rX \"$0\"", to);
        return String.join(File.pathSeparator, copies);
    }

    private static String copy(Path entry, Path to, int number) throws Exception {
        var copy = to.resolve(number + "-" + entry.getFileName());
        var words = List.of("cp", "-rL", entry.toString(), copy.toString());
        assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
        return copy.toString();
    }

    private static void shell(String script, Path argument) throws IOException {
        new ProcessBuilder("sh", "-c", script, argument.toString()).start().onExit().join();
    }
}
