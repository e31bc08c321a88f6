package dev.berth.depot.key;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;

/// A master key in a file of its own: 64 hexadecimal digits and a line feed, readable by its owner
/// alone.
public final class MasterKeyFile {
    private static final int LIMIT_BYTES = 4096;

    private final FileLayer files;
    private final Place place;
    private final SecureRandom random;

    public MasterKeyFile(FileLayer files, Path path, SecureRandom random) throws Failure {
        this(files, Place.of(path), random);
    }

    private MasterKeyFile(FileLayer files, Place place, SecureRandom random) {
        this.files = files;
        this.place = place;
        this.random = random;
    }

    /// The file beside this one where a rotation keeps the key that comes next.
    public MasterKeyFile next() {
        var name = Name.of(place.name() + ".next");
        return new MasterKeyFile(files, new Place(place.folder(), name), random);
    }

    public boolean exists() throws Failure {
        try (var folder = files.open(place.folder())) {
            return folder.stat(place.name()).isPresent();
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault.asFailure(place.toString());
        }
    }

    /// Reads the key; a file that others may read is refused, as it may be theirs already.
    public MasterKey read() throws Failure {
        byte[] text = bytes();
        try {
            return MasterKey.parse(text, place.toString(), random);
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    /// Makes a new key; a [Failure.Conflict] when the name is taken. The folder must be there.
    public MasterKey create() throws Failure {
        var key = MasterKey.generate(random);
        byte[] line = key.line();
        try (var folder = files.open(place.folder())) {
            AtomicFile.create(folder, place.name(), line, AtomicFile.PRIVATE);
            return key;
        } catch (FileFault fault) {
            throw fault.asFailure(place.folder().toString());
        } finally {
            Arrays.fill(line, (byte) 0);
        }
    }

    /// The file beside this one where a rotation leaves the key that was in force before: whoever
    /// had read it earlier may have used it since.
    public MasterKeyFile former() {
        var name = Name.of(place.name() + ".old");
        return new MasterKeyFile(files, new Place(place.folder(), name), random);
    }

    /// Puts the key of [#next] in the place of this one, by one rename, and keeps this one as
    /// [#former].
    public void advance() throws Failure {
        try (var folder = files.open(place.folder())) {
            var former = former().place.name();
            if (folder.stat(former).isPresent()) folder.unlink(former);
            folder.link(place.name(), folder, former);
            folder.rename(next().place.name(), folder, place.name());
            folder.sync();
        } catch (FileFault fault) {
            throw fault.asFailure(place.toString());
        }
    }

    /// Removes what killed runs left on the way to this file, and to the one that comes next: it
    /// may hold a key. Whoever is writing one at the same time is told that it failed.
    public void sweep() throws Failure {
        try (var folder = files.open(place.folder())) {
            AtomicFile.sweepTemporaries(folder, place.name());
            AtomicFile.sweepTemporaries(folder, next().place.name());
        } catch (FileFault fault) {
            throw fault.asFailure(place.folder().toString());
        }
    }

    @Override
    public String toString() {
        return place.toString();
    }

    private byte[] bytes() throws Failure {
        try (var folder = files.open(place.folder());
                var file = folder.read(place.name())) {
            requirePrivate(file.stat());
            return file.readAll(LIMIT_BYTES);
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) {
                throw new Failure.WrongKey(
                        "there is no master key at " + place,
                        "put the key file there, or name its path with --key-file, or set"
                                + " BERTH_MASTER_KEY to the 64 digits themselves");
            }
            throw fault.asFailure(place.toString());
        }
    }

    private void requirePrivate(FileStat stat) throws Failure {
        if ((stat.mode() & 077) != 0) {
            throw new Failure.Refused(
                    "%s may be read by others (mode %04o)".formatted(place, stat.mode()),
                    "run `chmod 600` on it, and rotate the key if anyone may have seen it");
        }
    }
}
