package dev.berth.session.life;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.berth.disk.Volume;
import dev.berth.disk.moving.Create;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.events.Retelling;
import dev.berth.session.events.TranscriptFormat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/// The live trees of sessions below a node's home: `sessions/<id>/<number>`.
record Trees(Station station, Grips grips) {
    private static final int PRIVATE = 0700;
    private static final String FIRST_TENANT = "default";
    private static final Name AWAKE = Name.of("awake");
    private static final int MOST_DIGITS = 100;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /// For whoever has the only server of a home in hand.
    Trees(Station station) {
        this(station, new Grips());
    }

    /// Where a session's tree is, or will be.
    Path of(Session session) {
        return above(session).resolve(Long.toString(session.life().folder()));
    }

    /// The folder that holds a session's trees; made when it is not there.
    Path ground(Session session) throws Failure {
        try (var home = station.files().open(station.home())) {
            var tenant = Name.of(session.tenant().value());
            AtomicFile.folders(
                            home,
                            PRIVATE,
                            Name.of("sessions"),
                            tenant,
                            Name.of(session.id().value()))
                    .close();
            return above(session);
        } catch (FileFault fault) {
            throw fault.asFailure(station.home().toString());
        }
    }

    private Path above(Session session) {
        return above(session.key());
    }

    private Path above(SessionKey key) {
        return station.home()
                .resolve("sessions")
                .resolve(key.tenant().value())
                .resolve(key.id().value());
    }

    boolean isThere(Session session) throws Failure {
        try {
            station.files().open(of(session)).close();
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault.asFailure(of(session).toString());
        }
    }

    /// Notes, durably, that a runner works in the tree of now: whatever happens to this server, the
    /// next one knows that there may be more in it than in any checkpoint.
    void wakes(Session session) throws Failure {
        byte[] folder = Long.toString(session.life().folder()).getBytes(US_ASCII);
        try (var ground = station.files().open(ground(session))) {
            AtomicFile.write(ground, AWAKE, folder);
        } catch (FileFault fault) {
            throw fault.asFailure(above(session).toString());
        }
    }

    /// The tree that a runner worked in and that was not put down since.
    OptionalLong awake(SessionKey key) throws Failure {
        try (var ground = station.files().open(above(key))) {
            var noted = AtomicFile.readIfThere(ground, AWAKE, MOST_DIGITS);
            String text = noted.map(bytes -> new String(bytes, US_ASCII)).orElse("");
            return NUMBER.matcher(text).matches()
                    ? OptionalLong.of(Long.parseLong(text))
                    : OptionalLong.empty();
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return OptionalLong.empty();
            throw fault.asFailure(above(key).toString());
        }
    }

    /// All that lay in its trees is in checkpoints.
    void rests(SessionKey key) throws Failure {
        try (var ground = station.files().open(above(key))) {
            AtomicFile.remove(ground, AWAKE);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure(above(key).toString());
        } catch (Failure.NotFound none) {
            assert !none.what().isEmpty();
        }
    }

    /// The open folder of one volume; a fault when there is none, or it is no folder.
    Folder volume(Session session, Volume volume) throws FileFault {
        try (var tree = station.files().open(of(session))) {
            return tree.folder(Name.of(volume.label()));
        }
    }

    /// Where a session's tree lies below `sessions`.
    static String address(Session session) {
        return "%s/%s/%d".formatted(session.tenant(), session.id(), session.life().folder());
    }

    /// An empty disk.
    void make(Session session) throws Failure {
        ground(session);
        new Create(station.files(), station.disks()).tree(of(session));
    }

    /// Empties what does not survive coming back from cold; durable on return.
    void clear(Session session) throws Failure {
        try (var tree = station.files().open(of(session))) {
            for (var volume : Volume.clearedOnResume()) {
                var name = Name.of(volume.label());
                try (var folder = ensured(tree, name)) {
                    new Removal().content(folder);
                    folder.sync();
                }
            }
        } catch (FileFault fault) {
            throw fault.asFailure(of(session).toString());
        }
    }

    private static Folder ensured(Folder tree, Name name) throws FileFault {
        try {
            tree.makeFolder(name, PRIVATE);
            tree.sync();
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
        return tree.folder(name);
    }

    /// Puts a conversation where the agent can read it, in `tmp`; the path that it has in its
    /// sandbox.
    String tell(Session session, boolean sandboxed, Retelling told) throws Failure {
        var name = Name.of("berth-transcript.md");
        var tmp = of(session).resolve(Volume.TMP.label());
        try (var folder = station.files().open(tmp)) {
            AtomicFile.stage(folder, name, 0644, file -> write(told, file)).publish();
        } catch (FileFault fault) {
            throw fault.asFailure(tmp.toString());
        }
        return sandboxed ? "/tmp/" + name : tmp.resolve(name.toString()).toString();
    }

    private static void write(Retelling told, OpenFile file) throws Failure {
        var position = new AtomicLong();
        told.write(
                TranscriptFormat.MARKDOWN,
                bytes -> {
                    try {
                        long at = position.getAndAdd(bytes.length);
                        file.writeFully(MemorySegment.ofArray(bytes), at);
                    } catch (FileFault fault) {
                        throw fault.asFailure("the transcript for the agent");
                    }
                });
    }

    /// Removes the tree of now; nothing happens when there is none.
    void remove(Session session) throws Failure {
        if (!isThere(session)) return;
        try (var _ = grips.moving(session.key());
                var ground = station.files().open(above(session))) {
            var name = Name.of(Long.toString(session.life().folder()));
            try (var tree = ground.folder(name)) {
                new Removal().content(tree);
            }
            ground.removeFolder(name);
            ground.sync();
        } catch (FileFault fault) {
            throw fault.asFailure(of(session).toString());
        }
    }

    /// Removes every tree of a session, with the folder that held them.
    void removeAll(Session session) throws Failure {
        ground(session);
        try (var _ = grips.moving(session.key());
                var parent = station.files().open(parentOf(above(session)))) {
            var name = Name.of(session.id().value());
            try (var ground = parent.folder(name)) {
                new Removal().content(ground);
            }
            parent.removeFolder(name);
            parent.sync();
        } catch (FileFault fault) {
            throw fault.asFailure(above(session).toString());
        }
    }

    static Path parentOf(Path path) {
        var parent = path.getParent();
        if (parent == null) throw new IllegalStateException("a session at the root");
        return parent;
    }

    /// Removes the frozen file, which is worth nothing once the tree is alive again.
    void removeCold(Session session) throws Failure {
        try (var cold = station.files().open(cold(session))) {
            AtomicFile.remove(cold, coldName(session));
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure(cold(session).toString());
        } catch (Failure.NotFound gone) {
            assert !gone.what().isEmpty();
        }
    }

    /// Where sessions freeze; every tenant but the first has a folder of its own there.
    Path cold(Session session) {
        var cold = station.home().resolve("cold");
        return session.tenant().value().equals(FIRST_TENANT)
                ? cold
                : cold.resolve(session.tenant().value());
    }

    /// As [#cold], made when it is not there.
    Path coldMade(Session session) throws Failure {
        try (var home = station.files().open(station.home());
                var cold = AtomicFile.folders(home, PRIVATE, Name.of("cold"))) {
            if (!session.tenant().value().equals(FIRST_TENANT)) {
                AtomicFile.folders(cold, PRIVATE, Name.of(session.tenant().value())).close();
            }
            return cold(session);
        } catch (FileFault fault) {
            throw fault.asFailure(cold(session).toString());
        }
    }

    static Name coldName(Session session) {
        return Name.of(session.id().value() + ".sqlite");
    }
}
