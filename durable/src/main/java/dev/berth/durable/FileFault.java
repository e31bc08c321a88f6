package dev.berth.durable;

import dev.berth.failure.Failure;

import java.util.Map;

/// A file operation failed: which call, on what, and why. Inside the room; callers outside get the
/// [Failure] that it amounts to.
public final class FileFault extends Exception {
    private static final long serialVersionUID = 1;

    private final Errno errno;
    private final String call;
    private final String subject;

    public FileFault(Errno errno, String call, String subject) {
        this.errno = errno;
        this.call = call;
        this.subject = subject;
    }

    /// Put together when somebody asks: most of them are expected, and nobody does.
    @Override
    public String getMessage() {
        return subject + ": " + errno.meaning() + " (" + call + ")";
    }

    public Errno errno() {
        return errno;
    }

    public String call() {
        return call;
    }

    /// The name or path that the call was about.
    public String subject() {
        return subject;
    }

    public boolean is(Errno expected) {
        return errno == expected;
    }

    /// The failure that this is for `what`, the thing as the user named it.
    public Failure asFailure(String what) {
        String happened = what + ": " + errno.meaning();
        Failure failure =
                switch (errno) {
                    case ENOENT -> new Failure.NotFound(happened, "check the name");
                    case EEXIST, ENOTEMPTY ->
                            new Failure.Conflict(happened, "choose another name", Map.of());
                    case EPERM, EACCES ->
                            new Failure.Refused(happened, "check its owner and permissions");
                    case ENOTDIR, EISDIR, ENXIO, EXDEV, EINVAL, ENAMETOOLONG, EFBIG, EMLINK ->
                            new Failure.Refused(happened, "name something else");
                    case ELOOP ->
                            new Failure.Refused(happened, "links are not followed here; remove it");
                    case EDQUOT -> new Failure.OverQuota(happened, "free some space and try again");
                    case ENOSPC ->
                            new Failure.Unavailable(happened, "free some space and try again");
                    case EROFS ->
                            new Failure.Unavailable(happened, "mount it writable and try again");
                    case EMFILE, ENFILE ->
                            new Failure.Unavailable(happened, "close some, or raise `ulimit -n`");
                    case EIO, ESTALE ->
                            new Failure.Unavailable(happened, "check the disk, then try again");
                    case EINTR, EAGAIN, EBUSY, ETXTBSY ->
                            new Failure.Unavailable(happened, "try again");
                    case ENOSYS, EOPNOTSUPP, OTHER ->
                            new Failure.Unavailable(
                                    happened + " (" + call + ")", "try another file system");
                };
        return failure.because(this);
    }
}
