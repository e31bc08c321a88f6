package dev.berth.runner.agent;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;
import dev.berth.runner.resident.Program;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds the programs of this machine, and what of it a sandbox has to show for them to run.
///
/// A sandbox shows `/usr` and hides the user's home, where agents are often installed. So of a
/// program that lies elsewhere it shows, read-only and at its own place, the real file and nothing
/// beside it; when that file is part of an npm installation, the outermost `node_modules` (or
/// pnpm's store) on its path, since such a package reaches for its neighbours; and the interpreter
/// that its first line names, in the same way.
public final class Programs {
    private static final List<Path> VISIBLE =
            List.of(
                    Path.of("/usr"),
                    Path.of("/bin"),
                    Path.of("/sbin"),
                    Path.of("/lib"),
                    Path.of("/lib32"),
                    Path.of("/lib64"));

    /// Where a sandbox has something of its own, so that nothing of the machine can show.
    private static final List<Path> TAKEN =
            List.of(
                    Path.of("/tmp"),
                    Path.of("/workspace"),
                    Path.of("/memory"),
                    Path.of("/home/agent"),
                    Path.of("/dev"),
                    Path.of("/proc"),
                    Path.of("/run/berth"));

    private static final Set<String> STORES = Set.of("node_modules", ".pnpm");
    private static final Pattern SHEBANG = Pattern.compile("#! *(\\S+)(?: +(\\S+))?.*");
    private static final int EXECUTABLE = 0111;

    private final FileLayer files;
    private final List<Path> folders;

    /// `folders` are where this server looks for programs, in order.
    public Programs(FileLayer files, List<Path> folders) {
        this.files = files;
        var all = new LinkedHashSet<Path>(folders.stream().filter(Path::isAbsolute).toList());
        for (String usual : Program.PATH.split(":", -1)) all.add(Path.of(usual));
        this.folders = List.copyOf(all);
    }

    /// A program as a sandbox calls it, the files and folders that it has to show, and where a
    /// search for programs has to begin.
    public record Found(String word, List<Path> shown, List<Path> searched) {
        public Found {
            shown = List.copyOf(shown);
            searched = List.copyOf(searched);
        }
    }

    /// Empty when there is no such program, or its interpreter is not there, or it lies where a
    /// sandbox has something of its own (`/tmp`). A word with a slash that is not absolute is
    /// somewhere in the workspace, and taken as it is.
    public Optional<Found> find(String word) {
        return find(word, true);
    }

    private Optional<Found> find(String word, boolean follow) {
        if (word.contains("/")) {
            if (!word.startsWith("/")) return Optional.of(new Found(word, List.of(), List.of()));
            return real(path(word)).flatMap(real -> found(path(word), word, real, follow));
        }
        for (Path folder : folders) {
            Optional<Path> at = path(word).map(folder::resolve);
            Optional<Path> real = real(at);
            if (real.isPresent()) return found(at, word, real.get(), follow);
        }
        return Optional.empty();
    }

    private Optional<Found> found(Optional<Path> at, String word, Path real, boolean follow) {
        boolean visible = at.isPresent() && isVisible(at.get()) && isVisible(real);
        var shown = new ArrayList<Path>();
        var searched = new ArrayList<Path>();
        if (TAKEN.stream().anyMatch(real::startsWith)) return Optional.empty();
        if (!isVisible(real)) shown.add(store(real).orElse(real));
        Optional<String> interpreter = follow ? interpreter(real) : Optional.empty();
        if (interpreter.isPresent()) {
            var other = find(interpreter.get(), false);
            if (other.isEmpty()) return Optional.empty();
            shown.addAll(other.get().shown());
            // `env` looks it up by its name.
            Path place = Path.of(other.get().word());
            if (!other.get().shown().isEmpty() && place.getParent() != null) {
                searched.add(place.getParent());
            }
        }
        return Optional.of(new Found(visible ? word : real.toString(), shown, searched));
    }

    /// The outermost folder on the way that holds packages which know one another.
    private static Optional<Path> store(Path program) {
        for (int count = 1; count < program.getNameCount(); count++) {
            if (STORES.contains(program.getName(count - 1).toString())) {
                return Optional.of(Path.of("/").resolve(program.subpath(0, count)));
            }
        }
        return Optional.empty();
    }

    private static boolean isVisible(Path path) {
        return VISIBLE.stream().anyMatch(path::startsWith);
    }

    private Optional<Path> real(Optional<Path> path) {
        if (path.isEmpty()) return Optional.empty();
        try {
            Path real = files.realPath(path.get());
            Place place = Place.of(real);
            try (var folder = files.open(place.folder())) {
                return folder.stat(place.name())
                        .filter(stat -> stat.isFile() && (stat.mode() & EXECUTABLE) != 0)
                        .map(_ -> real);
            }
        } catch (FileFault | Failure notThere) {
            return Optional.empty();
        }
    }

    /// What the first line of a script names; `env` itself is everywhere.
    private Optional<String> interpreter(Path script) {
        byte[] bytes = new byte[256];
        try {
            Place place = Place.of(script);
            try (var folder = files.open(place.folder());
                    var file = folder.read(place.name())) {
                int length = (int) file.readFully(MemorySegment.ofArray(bytes), 0);
                String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
                var first = SHEBANG.matcher(text.lines().findFirst().orElse(""));
                if (!first.matches()) return Optional.empty();
                boolean byName = first.group(1).endsWith("/env") && first.group(2) != null;
                return Optional.of(byName ? first.group(2) : first.group(1));
            }
        } catch (FileFault | Failure unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<Path> path(String word) {
        try {
            return Optional.of(Path.of(word));
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }
}
