package dev.berth.flow;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

/// Finds in the history what can be looked at or worked on again.
record Reopening(FlowFolder folder) {
    /// What a name led to: an archive, or something that waits there for a person.
    record Kept(String name, FlowSession session, boolean archive) {}

    /// A name that somebody typed: of a file in the history, so nothing in it may lead elsewhere.
    static String checked(String name) throws Failure {
        boolean plain = !name.isEmpty() && name.indexOf('/') < 0 && name.indexOf('\0') < 0;
        if (plain && !name.equals(".") && !name.equals("..")) return name;
        throw new Failure.Malformed(
                "not the name of a session or of a file in .flow/history",
                "`berth flow history list` shows those that there are");
    }

    Kept find(String name) throws Failure {
        var there = folder.historyIfThere();
        if (there.isEmpty()) throw notFound(name);
        try (var history = there.get()) {
            var archive = History.read(history).archive(name);
            if (archive.isPresent()) {
                return new Kept(archive.get().name(), archive.get().session(), true);
            }
            return new Kept(name, putAway(history, name), false);
        }
    }

    /// Marks a file that was put away as one that is the session again: it waits no longer, and
    /// opening it once more would undo the work since.
    void recovered(Kept kept) throws Failure {
        if (kept.archive() || kept.name().startsWith(History.RECOVERED)) return;
        String bare =
                kept.name().startsWith(History.QUARANTINE)
                        ? kept.name().substring(History.QUARANTINE.length())
                        : kept.name();
        try (var history = folder.history()) {
            rename(history, Name.of(kept.name() + History.SUFFIX), History.RECOVERED + bare);
            history.sync();
        } catch (FileFault fault) {
            throw new Failure.Unavailable(
                            "the session is active again, but .flow/history/%s.json still waits: %s"
                                    .formatted(kept.name(), fault.errno().meaning()),
                            "remove that file, or give it a name that begins with recovered-")
                    .because(fault);
        }
    }

    private static void rename(Folder history, Name from, String to) throws FileFault {
        for (int number = 1; ; number++) {
            String numbered = number == 1 ? to : to + "-" + number;
            try {
                history.renameNew(from, history, Name.of(numbered + History.SUFFIX));
                return;
            } catch (FileFault fault) {
                if (!fault.is(Errno.EEXIST)) throw fault;
            }
        }
    }

    private static FlowSession putAway(Folder history, String name) throws Failure {
        String path = ".flow/history/" + name + History.SUFFIX;
        return switch (load(history, name)) {
            case Found.Nothing _ -> throw notFound(name);
            case Found.Active(var session, _) -> session;
            case Found.Closing(var session) -> session;
            case Found.Newer(var format) -> throw LoadSession.newer(path, format);
            case Found.Unreadable(var reason, var remedy) ->
                    throw switch (remedy) {
                        case MEND ->
                                new Failure.Damaged(
                                        path + ": " + reason,
                                        "mend the file there, then try again");
                        case PERMIT ->
                                new Failure.Refused(
                                        path + ": " + reason,
                                        "let yourself read it (chmod u+r), then try again");
                        case MOVE_AWAY ->
                                new Failure.Refused(
                                        path + ": " + reason,
                                        "look at it, and take out what you need");
                    };
        };
    }

    private static Found load(Folder history, String name) throws Failure {
        try {
            return LoadSession.from(history, Name.of(name + History.SUFFIX));
        } catch (Failure failure) {
            // A name that no file can have.
            if (failure.getCause() instanceof FileFault fault
                    && (fault.is(Errno.ENAMETOOLONG) || fault.is(Errno.EINVAL))) {
                throw notFound(name);
            }
            throw failure;
        }
    }

    static Failure notFound(String name) {
        return new Failure.NotFound(
                "nothing named %s in the history".formatted(name),
                "`berth flow history list` shows what there is");
    }
}
