package dev.berth.cli.client;

import dev.berth.cli.World;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;

/// A file that a server's answer becomes: whole and durable under its name, or not there.
record Download(World world, Path path) {
    private static final int MODE = 0644;
    private static final int PIECE = 1 << 20;

    /// Before anything is asked of the server.
    void refuseExisting() throws Failure {
        var place = Place.of(path);
        try (var folder = world.files().open(place.folder())) {
            if (folder.stat(place.name()).isPresent()) throw taken();
        } catch (FileFault fault) {
            throw fault.asFailure(place.folder().toString());
        }
    }

    /// How many bytes came. Closes `bytes`.
    long keep(Api api, InputStream bytes) throws Failure {
        var place = Place.of(path);
        long[] count = {0};
        try (bytes;
                var folder = world.files().open(place.folder())) {
            var staged =
                    AtomicFile.stage(
                            folder, place.name(), MODE, file -> count[0] = copy(api, bytes, file));
            staged.publishNew();
            return count[0];
        } catch (Failure.Conflict conflict) {
            throw taken().because(conflict);
        } catch (FileFault fault) {
            throw fault.asFailure(place.folder().toString());
        } catch (IOException cut) {
            throw api.cut(cut);
        }
    }

    private static long copy(Api api, InputStream from, OpenFile to) throws FileFault, Failure {
        byte[] piece = new byte[PIECE];
        long count = 0;
        try {
            for (int read; (read = from.read(piece)) >= 0; count += read) {
                to.writeFully(MemorySegment.ofArray(piece).asSlice(0, read), count);
            }
        } catch (IOException cut) {
            throw api.cut(cut);
        }
        return count;
    }

    private Failure taken() {
        return new Failure.Conflict(path + " is already there", "name a new file", Map.of());
    }
}
