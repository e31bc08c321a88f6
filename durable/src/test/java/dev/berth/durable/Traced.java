package dev.berth.durable;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A program of ours run under strace: what it printed, and the system calls it made.
///
/// @param output what the program printed, both ways
/// @param calls one line for each traced call
public record Traced(int code, String output, List<String> calls) {

    /// Runs `main` with `arguments`; `options` are strace's.
    public static Traced run(Path scratch, Class<?> main, List<String> options, String... arguments)
            throws Exception {
        Need.command("strace");
        var trace = scratch.resolve("trace");
        var command = new ArrayList<String>();
        command.addAll(List.of("strace", "-f", "-qq", "-s", "4096", "-o", trace.toString()));
        command.addAll(options);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        var child = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Traced(child.waitFor(), output.strip(), Files.readAllLines(trace));
    }
}
