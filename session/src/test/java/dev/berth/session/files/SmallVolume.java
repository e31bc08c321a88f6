package dev.berth.session.files;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The workspace of one session, in a home that is modelled.
final class SmallVolume {
    static final Path HOME = Path.of("/");
    static final String ADDRESS = "t/s/1";
    static final Path TREE = HOME.resolve("sessions").resolve(ADDRESS);

    /// What lies in it before anything is changed; folders end in a slash.
    static final Map<String, String> OLD =
            Map.of(
                    "a", shown("old a", 0755),
                    "sub/", "",
                    "sub/b", shown("old b", 0644),
                    "gone/", "",
                    "gone/c", shown("c", 0600),
                    "gone/deep/", "",
                    "gone/deep/d", shown("d", 0644));

    private SmallVolume() {}

    static String shown(String text, int mode) {
        return "%s, %o".formatted(text, mode);
    }

    static ModelledFiles make() throws Failure, FileFault {
        var model = new ModelledFiles();
        try (var root = model.open(HOME);
                var top = folder(root, "sessions", "t", "s", "1", "workspace");
                var sub = folder(top, "sub");
                var gone = folder(top, "gone");
                var deep = folder(gone, "deep")) {
            write(top, "a", "old a", 0755);
            write(sub, "b", "old b", 0644);
            write(gone, "c", "c", 0600);
            write(deep, "d", "d", 0644);
        }
        return model;
    }

    private static Folder folder(Folder parent, String... names) throws Failure {
        var all = new Name[names.length];
        for (int i = 0; i < names.length; i++) all[i] = Name.of(names[i]);
        return AtomicFile.folders(parent, 0755, all);
    }

    private static void write(Folder folder, String name, String text, int mode) throws Failure {
        AtomicFile.write(folder, Name.of(name), text.getBytes(StandardCharsets.UTF_8), mode);
    }

    static void writeTop(ModelledFiles model, String name, String text) throws Failure, FileFault {
        try (var top = model.open(TREE.resolve("workspace"))) {
            write(top, name, text, 0644);
        }
    }

    static Map<String, String> files(ModelledFiles model) throws Failure, FileFault {
        var found = new TreeMap<String, String>();
        try (var top = model.open(TREE.resolve("workspace"))) {
            gather(top, "", found);
        }
        return found;
    }

    private static void gather(Folder folder, String path, Map<String, String> found)
            throws Failure, FileFault {
        for (var listed : folder.scan()) {
            String name = path + listed.name();
            if (listed.stat().isFolder()) {
                found.put(name + "/", "");
                try (var inner = folder.folder(listed.name())) {
                    gather(inner, name + "/", found);
                }
            } else {
                byte[] bytes = AtomicFile.read(folder, listed.name(), 1000);
                String text = new String(bytes, StandardCharsets.UTF_8);
                found.put(name, shown(text, listed.stat().mode() & 0777));
            }
        }
    }
}
