package dev.berth.cli.client;

import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.durable.Place;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;

/// A bundle on this machine, on its way to a server.
record LocalBundle(OpenFile file, long size) implements AutoCloseable {
    private static final String ENDING = ".wbundle";

    /// The file that was named; empty when it is none and does not look like one.
    static Optional<LocalBundle> at(String typed, World world) throws Failure {
        if (typed.contains("://") || typed.isEmpty()) return Optional.empty();
        try {
            var place = Place.of(world.files().realPath(world.path(typed)));
            try (var folder = world.files().open(place.folder())) {
                var file = folder.read(place.name());
                return Optional.of(new LocalBundle(file, file.stat().size()));
            }
        } catch (FileFault fault) {
            boolean other =
                    fault.is(Errno.ENOENT) || fault.is(Errno.EISDIR) || fault.is(Errno.ENOTDIR);
            if (other && !typed.endsWith(ENDING)) return Optional.empty();
            throw fault.asFailure(typed);
        }
    }

    /// What a server is to look for: a folder that is here by its whole path, all else as typed.
    static String whole(String typed, World world) {
        try {
            if (typed.contains("://")) return typed;
            var path = world.path(typed);
            world.files().open(path).close();
            return path.toString();
        } catch (FileFault | Failure noFolder) {
            return typed;
        }
    }

    Json.Obj send(Api api, Map<String, String> query) throws Failure {
        return api.send("/v1/bundles", query, Reading::new, size);
    }

    @Override
    public void close() {
        file.close();
    }

    /// The bytes of the file, from the first to the last.
    private final class Reading extends InputStream {
        private long position;

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            if (count == 0) return 0;
            try {
                int read = file.read(MemorySegment.ofArray(into).asSlice(from, count), position);
                position += read;
                return read == 0 ? -1 : read;
            } catch (FileFault fault) {
                throw new IOException(fault);
            }
        }
    }
}
