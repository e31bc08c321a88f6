package dev.berth.cli.client;

import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Place;
import dev.berth.durable.Walk;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The files below what a user named, each with the name that it will have in a session. Links and
/// the like are not sent, nor are folders with nothing in them, and told.
final class Gathering {
    private static final int OWNER_EXECUTES = 0100;

    private final World world;
    private final String to;
    private final List<Local> files = new ArrayList<>();
    private final List<Left> left = new ArrayList<>();

    Gathering(World world, String to) {
        this.world = world;
        this.to = to;
    }

    /// A file here, and what it is called there.
    record Local(Path path, String name, long size, boolean executable) {
        Local(Path path, String name, FileStat stat) {
            this(path, name, stat.size(), (stat.mode() & OWNER_EXECUTES) != 0);
        }
    }

    List<Local> files() {
        return files;
    }

    /// What is not sent, and why.
    record Left(String path, String why) {
        String line() {
            return "left out, %s: %s".formatted(why, path);
        }
    }

    List<Left> left() {
        return left;
    }

    void add(Path source) throws Failure {
        try {
            var real = world.files().realPath(source);
            var place = Place.of(real);
            String name = text(Place.of(source).name().text().orElse(""), source.toString());
            try (var folder = world.files().open(place.folder())) {
                var stat = folder.stat(place.name());
                if (stat.isPresent() && stat.get().isFile()) {
                    files.add(new Local(real, below(name), stat.get()));
                    return;
                }
            }
            below(real, name);
        } catch (FileFault fault) {
            throw fault.asFailure(source.toString());
        }
    }

    private void below(Path real, String name) throws FileFault, Failure {
        try (var folder = world.files().open(real)) {
            Walk.below(folder, new Visit(real, name));
        }
    }

    private String below(String name) {
        return to.isEmpty() ? name : to + "/" + name;
    }

    private static String text(String name, String shown) throws Failure {
        if (!name.isEmpty()) return name;
        throw new Failure.Refused("the name %s is not UTF-8".formatted(shown), "rename it first");
    }

    /// The answer, with what was left out.
    Json.Obj told(Json.Obj answer) {
        return Json.object()
                .putAll(answer)
                .putTexts("skipped", left.stream().map(Left::path).toList())
                .build();
    }

    private final class Visit implements Walk.Visitor<Failure> {
        private final Path real;
        private final String name;

        /// How much was known when the folder of each depth was entered; one that vanishes is never
        /// left.
        private final Map<Integer, Integer> before = new HashMap<>();

        Visit(Path real, String name) {
            this.real = real;
            this.name = name;
            before.put(0, known());
        }

        private static String shown(String name, Found found) {
            return found.names().isEmpty() ? name : name + "/" + found;
        }

        private int known() {
            return files.size() + left.size();
        }

        @Override
        public boolean enter(Found folder) {
            before.put(folder.names().size(), known());
            return true;
        }

        @Override
        public void leave(Found folder) {
            if (!Integer.valueOf(known()).equals(before.get(folder.names().size()))) return;
            left.add(new Left(shown(name, folder), "an empty folder"));
        }

        @Override
        public void entry(Found entry, Folder in) throws Failure {
            if (!entry.stat().isFile()) {
                left.add(new Left(shown(name, entry), "neither file nor folder"));
                return;
            }
            var path = real;
            var called = new StringBuilder(name);
            for (var each : entry.names()) {
                String part = text(each.text().orElse(""), shown(name, entry));
                path = path.resolve(part);
                called.append('/').append(part);
            }
            files.add(new Local(path, below(called.toString()), entry.stat()));
        }

        @Override
        public void unreadable(Found folder, FileFault why) throws Failure {
            if (!why.is(Errno.ENOENT)) throw why.asFailure(shown(name, folder));
        }
    }
}
