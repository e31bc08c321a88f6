package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says of a failure which of the project's files it is about, and what can be done there. The
/// names are fixed, so "choose another name" would help nobody.
record Trouble(FlowFolder folder) {
    private static final Set<String> INSIDE =
            Stream.of(
                            FlowFolder.SESSION,
                            FlowFolder.INSTRUCTIONS,
                            FlowFolder.LOCK,
                            FlowFolder.HISTORY,
                            FlowFolder.GITIGNORE)
                    .map(Object::toString)
                    .collect(Collectors.toUnmodifiableSet());

    Failure explained(Failure failure) {
        if (!(failure.getCause() instanceof FileFault fault)) return failure;
        String meaning = fault.errno().meaning();
        String what = failure.what();
        // A failure with words of its own is left alone.
        if (!what.endsWith(": " + meaning)) return failure;
        String subject = inside(what.substring(0, what.length() - meaning.length() - 2));
        return switch (fault.errno()) {
            case EROFS, EACCES, EPERM ->
                    notWritable(unwritable().orElse(subject), meaning).because(fault);
            case EISDIR, ENOTDIR, ENXIO, EFBIG, ELOOP ->
                    new Failure.Refused(subject + ": " + meaning, "move it away").because(fault);
            case ENOSPC ->
                    new Failure.Unavailable(
                                    subject + ": " + meaning, "free some space and try again")
                            .because(fault);
            default -> failure;
        };
    }

    /// The first of the project's folders that takes no new names.
    Optional<String> unwritable() {
        if (isClosed(folder.flow())) return Optional.of(path(".flow"));
        try {
            var there = folder.historyIfThere();
            if (there.isPresent()) {
                try (var history = there.get()) {
                    if (isClosed(history)) return Optional.of(path(".flow/history"));
                }
            }
        } catch (Failure misplaced) {
            return Optional.empty();
        }
        return isClosed(folder.project())
                ? Optional.of(folder.root().toString())
                : Optional.empty();
    }

    static Failure unusable(String what, FileFault fault) {
        return new Failure.Refused(
                        "%s cannot be used: %s".formatted(what, fault.errno().meaning()),
                        "check its owner, its permissions and how its file system is mounted")
                .because(fault);
    }

    static Failure notWritable(String what, String why) {
        return new Failure.Refused(
                "%s is not writable: %s".formatted(what, why),
                "check its owner, its permissions and how its file system is mounted");
    }

    private static boolean isClosed(Folder folder) {
        try {
            return !folder.space().writable();
        } catch (FileFault untold) {
            return false;
        }
    }

    private String inside(String subject) {
        return INSIDE.contains(subject) ? path(".flow/" + subject) : subject;
    }

    private String path(String below) {
        return folder.root().path().resolve(below).toString();
    }
}
