import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Runs the script `assemble` with the JDK that this runs on, which is the one the build chose, and
/// then tries what came out: unpacked elsewhere, with no Java and nothing but the base system on
/// the path.
public final class Assemble {
    public static void main(String[] arguments) throws Exception {
        Path script = Path.of(arguments[0]);
        Path out = Path.of(arguments[2]);
        String name = arguments[3] + "-" + platform();
        run(
                script.getParent(),
                script.toString(),
                System.getProperty("java.home"),
                arguments[1],
                arguments[2],
                name);
        System.out.println("made " + out.resolve(name + ".tar.gz"));
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(" ", "");
        return system + "-" + System.getProperty("os.arch");
    }

    private static void run(Path folder, String... command) throws Exception {
        Files.createDirectories(folder);
        int code =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .inheritIO()
                        .start()
                        .waitFor();
        if (code != 0) System.exit(code);
    }
}
