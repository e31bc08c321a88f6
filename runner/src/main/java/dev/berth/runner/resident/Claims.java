package dev.berth.runner.resident;

import dev.berth.disk.SessionId;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// The folders of a runner's sandboxes, one per session: its name is the claim that lets there be
/// only one.
public final class Claims {
    private static final int FOLDER = 0700;
    private static final String GONE = ".gone-";

    private final FileLayer files;
    private final Path home;
    private final RandomGenerator random;

    public Claims(FileLayer files, Path home, RandomGenerator random) {
        this.files = files;
        this.home = home;
        this.random = random;
    }

    public Path folder(SessionId session) {
        return home.resolve(session.value());
    }

    /// Makes the session's folder; a [Failure.Conflict] when it has one.
    public void claim(SessionId session) throws Failure {
        try (var open = files.open(home)) {
            open.makeFolder(Name.of(session.value()), FOLDER);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault.asFailure(home.toString());
            throw new Failure.Conflict(
                    session + " has a sandbox", "use it, or stop it first", Map.of());
        }
    }

    public boolean isClaimed(SessionId session) throws Failure {
        try (var open = files.open(home)) {
            return open.stat(Name.of(session.value())).isPresent();
        } catch (FileFault fault) {
            throw fault.asFailure(home.toString());
        }
    }

    /// Gives the claim up. The folder is moved away before it is emptied, so that whoever would
    /// still write into it by its name finds nothing; `last` sees it between the two.
    public void clear(SessionId session, Last last) throws Failure {
        var gone = Name.of(session.value() + GONE + mark());
        try (var open = files.open(home)) {
            try {
                open.rename(Name.of(session.value()), open, gone);
            } catch (FileFault fault) {
                if (fault.is(Errno.ENOENT)) return;
                throw fault;
            }
            last.see(home.resolve(gone.toString()));
            try (var folder = open.folder(gone)) {
                new Removal().content(folder);
            }
            open.removeFolder(gone);
        } catch (FileFault fault) {
            throw fault.asFailure(folder(session).toString());
        }
    }

    /// All sessions with a folder. What an interrupted clearing left is removed.
    public List<SessionId> known(Last last) throws Failure {
        var sessions = new ArrayList<SessionId>();
        try (var open = files.open(home)) {
            for (var entry : open.list()) {
                String name = entry.name().toString();
                if (entry.kind() != Kind.FOLDER) continue;
                if (name.contains(GONE)) {
                    last.see(home.resolve(name));
                    try (var folder = open.folder(entry.name())) {
                        new Removal().content(folder);
                    }
                    open.removeFolder(entry.name());
                } else {
                    sessions.add(SessionId.parse(name));
                }
            }
        } catch (FileFault fault) {
            throw fault.asFailure(home.toString());
        }
        return sessions;
    }

    /// A random text that no two sandboxes share.
    public String mark() {
        byte[] bytes = new byte[12];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// Looks at a folder for the last time.
    public interface Last {
        void see(Path folder) throws Failure;
    }
}
