package dev.berth.flow;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.flow.FlowSession.Status;
import dev.berth.flow.SessionCodec.Decoded;

import java.util.Map;

/// Reads a session strictly. A disk that fails is a failure; anything else that cannot be read is
/// an answer, since somebody has to put it away.
final class LoadSession {
    private LoadSession() {}

    static Found from(Folder folder, Name name) throws Failure {
        byte[] bytes;
        try (var file = folder.read(name)) {
            bytes = file.readAll(SessionCodec.LONGEST_FILE_BYTES);
        } catch (FileFault fault) {
            return unread(fault, name);
        }
        try {
            return switch (SessionCodec.decode(bytes)) {
                case Decoded.Newer(var format) -> new Found.Newer(format);
                case Decoded.Known(var session) when session.status() == Status.CLOSED ->
                        new Found.Closing(session);
                case Decoded.Known(var session) -> new Found.Active(session, ContentHash.of(bytes));
            };
        } catch (JsonRefusal refusal) {
            return new Found.Unreadable(refusal.shown());
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

    private static Found unread(FileFault fault, Name name) throws Failure {
        return switch (fault.errno()) {
            case ENOENT -> new Found.Nothing();
            case EISDIR -> new Found.Unreadable("a folder in its place");
            case EACCES, EPERM -> new Found.Unreadable("no permission to read it");
            case ENXIO -> new Found.Unreadable("not a regular file");
            case EFBIG ->
                    new Found.Unreadable(
                            "more than %d bytes".formatted(SessionCodec.LONGEST_FILE_BYTES));
            case ELOOP ->
                    throw new Failure.Refused(
                                    ".flow/%s is a symbolic link".formatted(name),
                                    "find out who made it, and remove it")
                            .because(fault);
            default -> throw fault.asFailure(".flow/" + name);
        };
    }
}
