package dev.berth.session.life;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Space that is kept back in the data folder: on a disk that agents have filled it lets what they
/// did be written down, and a turn begin that removes something.
///
/// A file of zeros, given up when little else is left, a part each time, since whoever filled the
/// disk may go on with that, and made again when there is plenty. Nothing here fails: without it
/// everything works but that. Safe for use by several threads.
public final class Reserve {
    static final Name FILE = Name.of("reserve");

    private static final int MOST_BYTES = 16 << 20;
    private static final int SHARE = 8;
    private static final int PARTS = 4;
    private static final int FIRST_HALF = 2;
    private static final byte[] ZEROS = new byte[1 << 20];

    private final FileLayer files;
    private final Path home;

    /// `home` is the data folder.
    public Reserve(FileLayer files, Path home) {
        this.files = files;
        this.home = home;
    }

    /// Looks how much is left, and keeps space back or gives up some of the first half.
    void tend() {
        tend(FIRST_HALF);
    }

    /// As [#tend], before a turn begins that may remove something, and when one was ended that
    /// filled the disk as fast as space was given up: the second half is for them alone.
    void makeRoom() {
        tend(PARTS);
    }

    private void tend(int parts) {
        try (var folder = files.open(home)) {
            var space = folder.space();
            long size = size(space);
            if (space.freeBytes() > 2 * size) hold(folder, size);
            else if (space.freeBytes() < size / PARTS) spend(folder, parts);
        } catch (FileFault unknown) {
            assert unknown.errno() != null;
        }
    }

    private static long left(Folder folder) throws FileFault {
        return folder.stat(FILE).map(FileStat::size).orElse(0L);
    }

    /// Whether the disk is full though half of what was kept back is given up.
    boolean isGoing() {
        try (var folder = files.open(home)) {
            var space = folder.space();
            return folder.stat(FILE).isPresent()
                    && left(folder) <= size(space) / 2
                    && space.freeBytes() < size(space) / PARTS / 2;
        } catch (FileFault unknown) {
            return false;
        }
    }

    private static long size(Folder.Space space) {
        return Math.min(MOST_BYTES, space.totalBytes() / SHARE);
    }

    /// Gives up a part of the first half; false when that is gone.
    public boolean spend() {
        try (var folder = files.open(home)) {
            return spend(folder, FIRST_HALF);
        } catch (FileFault unknown) {
            return false;
        }
    }

    /// Gives up one of the first `parts`.
    private static boolean spend(Folder folder, int parts) throws FileFault {
        try (var file = folder.write(FILE)) {
            long part = size(folder.space()) / PARTS;
            long left = file.stat().size();
            if (left <= (PARTS - parts) * part) return false;
            // Not removed in the end: a name that is there needs no room.
            file.truncate(Math.max(0, left - part));
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault;
        }
    }

    private static void hold(Folder folder, long size) throws FileFault {
        var there = folder.stat(FILE);
        if (there.isPresent() && there.get().size() >= size) return;
        try (var file = there.isPresent() ? folder.write(FILE) : folder.create(FILE, 0600)) {
            for (long at = file.stat().size(); at < size; at += ZEROS.length) {
                long length = Math.min(ZEROS.length, size - at);
                file.writeFully(MemorySegment.ofArray(ZEROS).asSlice(0, length), at);
            }
        }
    }
}
