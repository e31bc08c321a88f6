package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bundle.receive.Receive;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.ship.Ship;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A small disk in tree form at `/w/d` of any file system, shipped to `/w/out.wbundle` and received
/// as `/w/back`, in one thread.
record Pier(FileLayer files) {
    static final Path DISK = Path.of("/w/d");
    static final Path BUNDLE = Path.of("/w/out.wbundle");
    static final Path BACK = Path.of("/w/back");
    static final Name W = Name.of("w");
    private static final int MOST_BYTES = 1 << 20;

    /// Makes the disk, durably, below an empty root.
    static void fill(Folder root) throws FileFault, Failure {
        root.makeFolder(W, 0755);
        try (var w = root.folder(W)) {
            w.makeFolder(Name.of("d"), 0755);
            try (var disk = w.folder(Name.of("d"))) {
                for (String volume : List.of("workspace", "memory", "tmp")) {
                    disk.makeFolder(Name.of(volume), 0755);
                }
                try (var work = disk.folder(Name.of("workspace"))) {
                    file(work, "report.md", "the work");
                    work.symlink(Name.of("link"), Name.Target.of("report.md"));
                    work.makeFolder(Name.of("sub"), 0755);
                    try (var sub = work.folder(Name.of("sub"))) {
                        file(sub, "more", "text ".repeat(100));
                    }
                }
                try (var memory = disk.folder(Name.of("memory"))) {
                    file(memory, "learnt", "private");
                }
            }
        }
        root.syncFileSystem();
    }

    private static void file(Folder folder, String name, String text) throws FileFault {
        try (var file = folder.create(Name.of(name), 0644)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            file.writeFully(MemorySegment.ofArray(bytes), 0);
            file.setModified(1_700_000_000, 5);
            file.sync();
        }
        folder.setModified(Name.of(name), 1_700_000_000, 5);
    }

    void ship() throws Failure {
        new Ship(
                        files,
                        Port.at(Path.of("/"), files).disks(),
                        Lanes.inline(),
                        BundleLimits.USUAL,
                        "t")
                .ship(DISK, BUNDLE, ShipOptions.PLAIN, BundleProgress.NONE);
    }

    void receive() throws Failure {
        receiving().intoTree(BUNDLE, BACK, Terms.USUAL, BundleProgress.NONE);
    }

    void verify() throws Failure {
        receiving().verify(BUNDLE, Terms.USUAL, BundleProgress.NONE);
    }

    private Receive receiving() {
        return new Receive(
                files, Port.at(Path.of("/"), files).disks(), Lanes.inline(), BundleLimits.USUAL);
    }

    /// The bundle is whole, or it is not there.
    boolean bundleIsWholeOrAbsent() throws Exception {
        try (var w = files.open(Path.of("/w"))) {
            if (w.stat(Name.of("out.wbundle")).isEmpty()) return false;
        }
        verify();
        return true;
    }

    /// The disk is whole, or it is not there.
    boolean diskIsWholeOrAbsent() throws Exception {
        try (var w = files.open(Path.of("/w"))) {
            if (w.stat(Name.of("back")).isEmpty()) return false;
            try (var back = w.folder(Name.of("back"))) {
                assertThat(tree(back, ""))
                        .containsExactly(
                                "/memory",
                                "/tmp",
                                "/workspace",
                                "/workspace/link -> report.md",
                                "/workspace/report.md: the work",
                                "/workspace/sub",
                                "/workspace/sub/more: " + "text ".repeat(100));
            }
        }
        return true;
    }

    /// Nothing but what belongs there.
    void assertTidy() throws Exception {
        try (var w = files.open(Path.of("/w"))) {
            assertThat(w.list().stream().map(entry -> entry.name().toString()).toList())
                    .isSubsetOf("d", "out.wbundle", "back");
        }
    }

    private static List<String> tree(Folder folder, String at) throws FileFault, Failure {
        var found = new ArrayList<String>();
        for (var entry : folder.list()) {
            String path = at + "/" + entry.name();
            if (entry.kind() == FileStat.Kind.FOLDER) {
                found.add(path);
                try (var below = folder.folder(entry.name())) {
                    found.addAll(tree(below, path));
                }
            } else if (entry.kind() == FileStat.Kind.LINK) {
                found.add(path + " -> " + folder.readLink(entry.name()));
            } else {
                byte[] bytes = AtomicFile.read(folder, entry.name(), MOST_BYTES);
                found.add(path + ": " + new String(bytes, StandardCharsets.UTF_8));
            }
        }
        Collections.sort(found);
        return found;
    }
}
