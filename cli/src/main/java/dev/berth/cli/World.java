package dev.berth.cli;

import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/// Everything a command knows of the world: streams, environment, time, files and the terminal.
/// Commands get it as a parameter, so that a test can hand them another world.
public record World(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Path folder,
        Clock clock,
        FileLayer files,
        Terminal terminal) {

    public World {
        environment = Map.copyOf(environment);
    }

    /// Whether a person is looking at standard output and standard error, and how wide the window
    /// is.
    public record Terminal(boolean output, boolean errors, int columns) {
        public static final Terminal NONE = new Terminal(false, false, 80);
    }

    /// A variable of the environment; set but empty counts as absent, as is usual for Unix tools.
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /// The path that the user typed, from the folder the command was started in.
    public Path path(String typed) throws Failure {
        if (typed.isEmpty()) {
            throw new Failure.Malformed("a path is empty", "name a file or a folder");
        }
        return folder.resolve(inUtf8("a path", typed)).normalize();
    }

    /// The user's home by `$HOME`, else by the system.
    public Path home() throws Failure {
        Optional<Path> said = folderIn("HOME");
        Path home = said.isPresent() ? said.get() : Path.of(System.getProperty("user.home"));
        if (home.isAbsolute()) return home;
        throw new Failure.Refused(
                "no home folder is known: HOME is " + (said.isPresent() ? home : "not set"),
                "set HOME, or BERTH_HOME, to an absolute path");
    }

    /// Where Berth keeps its data: `$BERTH_HOME`, else the platform's data folder.
    public Path dataFolder() throws Failure {
        Optional<Path> chosen = folderIn("BERTH_HOME");
        if (chosen.isPresent()) return folder.resolve(chosen.get()).normalize();
        if (System.getProperty("os.name").startsWith("Mac")) {
            return home().resolve("Library/Application Support/berth");
        }
        // The XDG rules say that a relative value is to be ignored.
        Optional<Path> shared = folderIn("XDG_DATA_HOME").filter(Path::isAbsolute);
        Path parent = shared.isPresent() ? shared.get() : home().resolve(".local/share");
        return parent.resolve("berth");
    }

    private Optional<Path> folderIn(String name) throws Failure {
        Optional<String> value = variable(name);
        return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(inUtf8(name, value.get())));
    }

    // Bytes that are not UTF-8 have become U+FFFD on their way here: another file than was meant.
    private static String inUtf8(String what, String path) throws Failure {
        if (path.indexOf('\ufffd') < 0) return path;
        throw new Failure.Refused(what + " is not UTF-8: " + path, "use a name that is");
    }

    /// A page on standard output.
    public Page page() {
        return new Page(out, terminal.output() ? terminal.columns() : Page.UNBOUNDED, colours());
    }

    /// A bar on standard error while long work goes on; silent when nobody is looking.
    public Progress progress(String doing, Progress.Unit unit, long expected) {
        return new Progress(
                terminal.errors() ? Optional.of(err) : Optional.empty(),
                doing,
                unit,
                expected,
                terminal.columns(),
                System::nanoTime);
    }

    private boolean colours() {
        return terminal.output()
                && variable("NO_COLOR").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    }
}
