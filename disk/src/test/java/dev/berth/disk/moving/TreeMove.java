package dev.berth.disk.moving;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.disk.Disk.Depth;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.tree.PrivateLines;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What is done to disks through the file layer, with the state before it and the one after it.
/// States are the files below `/` by path, without those of a stage.
enum TreeMove {
    CREATE {
        @Override
        void run(FileLayer files) throws Failure {
            new Create(files, new WrittenDisks(files)).tree(Path.of("/tree"));
        }

        @Override
        void after(Map<String, String> files) {
            files.put("/tree/.gitignore", PrivateLines.after(""));
            files.put("/tree/workspace/", "");
            files.put("/tree/memory/", "");
            files.put("/tree/tmp/", "");
        }
    },
    UNPACK {
        @Override
        void run(FileLayer files) throws Failure {
            new Unpack(files, new WrittenDisks(files), _ -> {})
                    .unpack(
                            Path.of("/d.sqlite"),
                            Path.of("/tree"),
                            Volume.all(),
                            true,
                            Progress.NONE);
        }

        @Override
        void after(Map<String, String> files) {
            tree(files);
            files.put("/tree/tmp/s", "scratch");
            files.put("/tree/.gitignore", PrivateLines.after(""));
        }
    },
    RESUME {
        @Override
        void run(FileLayer files) throws Failure {
            new Resume(files, new WrittenDisks(files), Clock.systemUTC())
                    .toTree(Path.of("/"), new SessionId("d"), Path.of("/tree"), Progress.NONE);
        }

        @Override
        void after(Map<String, String> files) {
            tree(files);
            files.put("/tree/.gitignore", PrivateLines.after(""));
            files.put("/tree/tmp/", "");
        }
    },
    FREEZE_OF_A_TREE {
        @Override
        void run(FileLayer files) throws Failure {
            new Freeze(files, new WrittenDisks(files))
                    .freeze(Path.of("/live"), Path.of("/cold"), new SessionId("s"), Progress.NONE);
        }

        @Override
        void after(Map<String, String> files) {
            files.put("/cold/s.sqlite", "workspace /a/b old\nworkspace /c kept\n");
        }
    },
    FREEZE_OVER_AN_OLDER_ONE {
        @Override
        void run(FileLayer files) throws Failure {
            new Freeze(files, new WrittenDisks(files))
                    .freeze(Path.of("/live"), Path.of("/"), new SessionId("d"), Progress.NONE);
        }

        @Override
        void after(Map<String, String> files) {
            files.put("/d.sqlite", "workspace /a/b old\nworkspace /c kept\n");
        }
    },
    PACK {
        @Override
        void run(FileLayer files) throws Failure {
            new Pack(files, new WrittenDisks(files))
                    .pack(
                            Path.of("/live"),
                            Path.of("/new.sqlite"),
                            Choice.EVERYTHING,
                            Progress.NONE);
        }

        @Override
        void after(Map<String, String> files) {
            files.put("/new.sqlite", "workspace /a/b old\nworkspace /c kept\n");
        }
    },
    SHARE {
        @Override
        void run(FileLayer files) throws Failure {
            new Share(files, new WrittenDisks(files))
                    .share(Path.of("/d.sqlite"), Path.of("/public.sqlite"), Progress.NONE);
        }

        @Override
        void after(Map<String, String> files) {
            files.put("/public.sqlite", "workspace /x/y one\n");
        }
    },
    PUT {
        @Override
        void run(FileLayer files) throws Failure {
            try (var disk = live(files)) {
                disk.put(new VolumePath("/a/b"), "new".getBytes(UTF_8));
            }
        }

        @Override
        void after(Map<String, String> files) {
            files.put("/live/workspace/a/b", "new");
        }
    },
    REMOVE {
        @Override
        void run(FileLayer files) throws Failure {
            try (var disk = live(files)) {
                disk.remove(new VolumePath("/a"), Depth.ALL, Volume.WORKSPACE);
            }
        }

        @Override
        void after(Map<String, String> files) {
            files.remove("/live/workspace/a/b");
        }
    };

    private static final String FROZEN =
            WrittenDisks.line(Volume.WORKSPACE, "/x/y", "one")
                    + WrittenDisks.line(Volume.MEMORY, "/m", "learned")
                    + WrittenDisks.line(Volume.TMP, "/s", "scratch");

    abstract void run(FileLayer files) throws Failure;

    /// Changes the state before into the one after.
    abstract void after(Map<String, String> files);

    /// What may be seen between the two: folders that are empty for a moment.
    private static final Set<String> BETWEEN = Set.of("/cold/", "/live/workspace/a/");

    private static void tree(Map<String, String> files) {
        files.put("/tree/workspace/x/y", "one");
        files.put("/tree/memory/m", "learned");
    }

    private static TreeDisk live(FileLayer files) throws Failure {
        return TreeDisk.open(files, Path.of("/live"), Clock.systemUTC(), new WrittenDisks(files));
    }

    /// The state that all of them begin with, durable.
    static void prepare(FileLayer files) throws Failure, FileFault {
        new Create(files, new WrittenDisks(files)).tree(Path.of("/live"));
        try (var disk = live(files)) {
            disk.put(new VolumePath("/a/b"), "old".getBytes(UTF_8));
            disk.put(new VolumePath("/c"), "kept".getBytes(UTF_8));
        }
        try (var root = files.open(Path.of("/"))) {
            AtomicFile.write(root, Name.of("d.sqlite"), FROZEN.getBytes(UTF_8));
        }
    }

    Map<String, String> before() {
        var files = new TreeMap<String, String>();
        files.put("/live/.gitignore", PrivateLines.after(""));
        files.put("/live/workspace/a/b", "old");
        files.put("/live/workspace/c", "kept");
        files.put("/live/memory/", "");
        files.put("/live/tmp/", "");
        files.put("/d.sqlite", FROZEN);
        return files;
    }

    Map<String, String> after() {
        var files = before();
        after(files);
        return files;
    }

    /// All files and empty folders, without what a process that was cut short may leave behind.
    static Map<String, String> state(FileLayer files) throws FileFault {
        var found = new TreeMap<String, String>();
        try (var root = files.open(Path.of("/"))) {
            gather(root, "/", found);
        }
        found.keySet().removeIf(path -> isLeftover(path) || BETWEEN.contains(path));
        return found;
    }

    /// Whether anything is there that only belongs to work under way.
    static boolean isTidy(FileLayer files) throws FileFault {
        var found = new TreeMap<String, String>();
        try (var root = files.open(Path.of("/"))) {
            gather(root, "/", found);
        }
        return found.keySet().stream().noneMatch(TreeMove::isLeftover);
    }

    private static boolean isLeftover(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        boolean temporary = !name.isEmpty() && AtomicFile.isTemporary(Name.of(name));
        return temporary || path.contains("/.berth-");
    }

    private static void gather(Folder folder, String at, Map<String, String> found)
            throws FileFault {
        for (var entry : folder.list()) {
            String path = at + entry.name();
            if (entry.kind() == FileStat.Kind.FOLDER) {
                try (var below = folder.folder(entry.name())) {
                    if (below.list().isEmpty()) found.put(path + "/", "");
                    gather(below, path + "/", found);
                }
            } else {
                try (var file = folder.read(entry.name())) {
                    found.put(path, new String(file.readAll(1 << 16), UTF_8));
                }
            }
        }
    }
}
