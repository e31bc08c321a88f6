package dev.berth.bench.depot.corpus;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.Walk;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A folder that is filled and changed by paths with slashes in them. Not for several threads.
public final class Tree implements AutoCloseable {
    /// Any moment in the past: what is made by seed has it, so that it is the same in every run.
    static final long EPOCH_SECONDS = 1_750_000_000;

    private final Path path;
    private final Folder root;
    private String openPath = "";
    private Folder open;

    public Tree(Path path) throws FileFault {
        this.path = path;
        this.root = SystemFiles.here().open(path);
        this.open = root;
    }

    public Path path() {
        return path;
    }

    /// An entry that is no folder, by its path.
    public record Seen(String path, FileStat stat) {}

    /// All that is not a folder, in the order of names; names that are no text are left out.
    public List<Seen> entries() throws FileFault {
        var seen = new ArrayList<Seen>();
        Walk.below(
                root,
                new Walk.Visitor<FileFault>() {
                    @Override
                    public void entry(Found entry, Folder in) {
                        boolean text =
                                entry.names().stream().allMatch(name -> name.text().isPresent());
                        if (text) seen.add(new Seen(entry.toString(), entry.stat()));
                    }

                    @Override
                    public void unreadable(Found folder, FileFault why) throws FileFault {
                        throw why;
                    }
                });
        return seen;
    }

    /// Writes a file with a time of its own, and the folders on the way to it.
    void put(String file, byte[] content, int mode, long seconds) throws FileFault {
        var in = parent(file);
        try (var made = in.create(last(file), mode)) {
            made.writeFully(MemorySegment.ofArray(content), 0);
            made.setModified(seconds, 0);
        }
    }

    void replace(String file, byte[] content, long seconds) throws FileFault {
        try (var there = parent(file).write(last(file))) {
            there.truncate(content.length);
            there.writeFully(MemorySegment.ofArray(content), 0);
            there.setModified(seconds, 0);
        }
    }

    byte[] read(String file) throws FileFault {
        try (var there = parent(file).read(last(file))) {
            return there.readAll(Integer.MAX_VALUE - 8);
        }
    }

    void touch(String file, long seconds) throws FileFault {
        parent(file).setModified(last(file), seconds, 0);
    }

    void remove(String file) throws FileFault {
        parent(file).unlink(last(file));
    }

    /// Gives a folder or a file another name in the same folder.
    void rename(String from, String name) throws FileFault {
        var in = parent(from);
        in.renameNew(last(from), in, Name.of(name));
        close(open);
        open = root;
        openPath = "";
    }

    /// The folder that `path` lies in, made when it is missing; kept open for its next neighbour.
    Folder parent(String file) throws FileFault {
        int slash = file.lastIndexOf('/');
        String wanted = slash < 0 ? "" : file.substring(0, slash);
        if (wanted.equals(openPath)) return open;
        var at = root;
        for (String each : wanted.isEmpty() ? new String[0] : wanted.split("/", -1)) {
            var next = enter(at, Name.of(each));
            close(at);
            at = next;
        }
        close(open);
        open = at;
        openPath = wanted;
        return at;
    }

    static Name last(String file) {
        return Name.of(file.substring(file.lastIndexOf('/') + 1));
    }

    private static Folder enter(Folder in, Name name) throws FileFault {
        try {
            return in.folder(name);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
            in.makeFolder(name, 0755);
            return in.folder(name);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the root is the caller's, whatever equals it
    private void close(Folder folder) {
        if (folder != root) folder.close();
    }

    @Override
    public void close() {
        close(open);
        root.close();
    }
}
