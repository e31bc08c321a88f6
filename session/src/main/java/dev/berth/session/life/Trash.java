package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;

import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;

/// Where the files of a session lie between their retention and their end: below a node's home, in
/// `trash/<tenant>.<session>.<milliseconds>`. A name of ours has no dot.
record Trash(Station station, Trees trees) {
    private static final Pattern ENTRY = Pattern.compile("([^.]+)\\.([^.]+)\\.([0-9]{1,18})");
    private static final Name TREES = Name.of("trees");

    /// Moves all that this node has of a session: its trees, and its file in cold storage.
    void take(Session session, Instant now) throws Failure {
        var name = Name.of(prefix(session.key()) + now.toEpochMilli());
        var above = trees.ground(session);
        try (var _ = trees.grips().moving(session.key());
                var home = station.files().open(station.home());
                var entry = AtomicFile.folders(home, 0700, Name.of("trash"), name);
                var tenant = station.files().open(Trees.parentOf(above))) {
            tenant.renameNew(Name.of(session.id().value()), entry, TREES);
            entry.sync();
            tenant.sync();
            takeCold(session, entry);
        } catch (FileFault fault) {
            throw fault.asFailure(above.toString());
        }
    }

    private void takeCold(Session session, Folder entry) throws FileFault {
        var file = Trees.coldName(session);
        try (var cold = station.files().open(trees.cold(session))) {
            cold.renameNew(file, entry, file);
            entry.sync();
            cold.sync();
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }

    /// Removes what lies here of a session, for good.
    void empty(SessionKey key) throws Failure {
        sweep((found, _) -> found.equals(key));
    }

    /// Who says whether something goes that was brought here at an instant.
    interface Question {
        boolean goes(SessionKey key, Instant since) throws Failure;
    }

    /// Removes what is to go; what is not named as we name things stays.
    void sweep(Question question) throws Failure {
        try (var trash = station.files().open(folder())) {
            for (var found : trash.list()) {
                var match = ENTRY.matcher(found.name().toString());
                if (found.kind() != Kind.FOLDER || !match.matches()) continue;
                var key =
                        new SessionKey(
                                new SessionId(match.group(1)), new SessionId(match.group(2)));
                var since = Instant.ofEpochMilli(Long.parseLong(match.group(3)));
                if (question.goes(key, since)) remove(trash, found.name());
            }
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure(folder().toString());
        }
    }

    private static void remove(Folder trash, Name name) throws FileFault {
        try (var entry = trash.folder(name)) {
            new Removal().content(entry);
        }
        trash.removeFolder(name);
        trash.sync();
    }

    private Path folder() {
        return station.home().resolve("trash");
    }

    private static String prefix(SessionKey key) {
        return key.tenant() + "." + key.id() + ".";
    }
}
