package dev.berth.flow;

import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.flow.FlowSession.Status;
import dev.berth.flow.Found.Remedy;
import dev.berth.flow.SessionCodec.Decoded;

import java.util.Map;
import java.util.Optional;

/// Reads a session strictly. A disk that fails is a failure; anything else that cannot be read is
/// an answer, since somebody has to put it away.
final class LoadSession {
    private LoadSession() {}

    static Found from(Folder folder, Name name) throws Failure {
        try (var file = folder.read(name)) {
            return decoded(file);
        } catch (FileFault fault) {
            return unread(fault, name);
        }
    }

    /// A later version's file is as good as it can be: it is left where it is.
    static Failure newer(String where, String format) {
        return new Failure.Refused(
                "%s was written by a newer Berth (%s; this one knows %s)"
                        .formatted(where, format, SessionCodec.FORMAT),
                "use that version here; nothing was changed",
                Map.of("format", format));
    }

    private static Found decoded(OpenFile file) throws FileFault {
        byte[] bytes;
        try {
            bytes = file.readAll(SessionCodec.LONGEST_FILE_BYTES);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EFBIG)) throw fault;
            String reason = "more than %d bytes".formatted(SessionCodec.LONGEST_FILE_BYTES);
            return refused(AllegedFormat.later(file), reason);
        }
        return of(bytes);
    }

    static Found of(byte[] bytes) {
        try {
            return switch (SessionCodec.decode(bytes)) {
                case Decoded.Newer(var format) -> new Found.Newer(format);
                case Decoded.Known(var session) when session.status() == Status.CLOSED ->
                        new Found.Closing(session);
                case Decoded.Known(var session) -> new Found.Active(session, ContentHash.of(bytes));
            };
        } catch (JsonRefusal refusal) {
            return refused(AllegedFormat.later(bytes), refusal.shown());
        }
    }

    private static Found refused(Optional<String> later, String reason) {
        if (later.isPresent()) return new Found.Newer(later.get());
        return new Found.Unreadable(reason, Remedy.MEND);
    }

    private static Found unread(FileFault fault, Name name) throws Failure {
        return switch (fault.errno()) {
            case ENOENT -> new Found.Nothing();
            case EISDIR -> new Found.Unreadable("a folder in its place", Remedy.MOVE_AWAY);
            case EACCES, EPERM -> new Found.Unreadable("no permission to read it", Remedy.PERMIT);
            case ENXIO -> new Found.Unreadable("not a regular file", Remedy.MOVE_AWAY);
            case ELOOP ->
                    throw new Failure.Refused(
                                    ".flow/%s is a symbolic link".formatted(name),
                                    "find out who made it, and remove it")
                            .because(fault);
            default -> throw fault.asFailure(".flow/" + name);
        };
    }
}
