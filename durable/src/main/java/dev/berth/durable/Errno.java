package dev.berth.durable;

/// Why a file operation failed, by the names that every Unix uses, with Linux's numbers.
public enum Errno {
    EPERM(1, "not permitted"),
    ENOENT(2, "no such file or folder"),
    EINTR(4, "interrupted"),
    EIO(5, "the device reported an error"),
    ENXIO(6, "not a regular file"),
    EAGAIN(11, "busy for the moment"),
    EACCES(13, "permission denied"),
    EBUSY(16, "in use"),
    EEXIST(17, "already there"),
    EXDEV(18, "on another file system"),
    ENOTDIR(20, "not a folder"),
    EISDIR(21, "is a folder"),
    EINVAL(22, "not possible here"),
    ENFILE(23, "the system has too many open files"),
    EMFILE(24, "this process has too many open files"),
    ETXTBSY(26, "a program that is running"),
    EFBIG(27, "too large"),
    ENOSPC(28, "no space left"),
    EROFS(30, "the file system is read-only"),
    EMLINK(31, "too many links"),
    ENAMETOOLONG(36, "the name is too long"),
    ENOSYS(38, "not known to this system"),
    ENOTEMPTY(39, "the folder is not empty"),
    ELOOP(40, "is a symbolic link"),
    EOPNOTSUPP(95, "not supported by this file system"),
    ESTALE(116, "the network file system lost it"),
    EDQUOT(122, "over the user's quota"),
    OTHER(-1, "failed");

    private final int number;
    private final String meaning;

    Errno(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }

    public static Errno of(int number) {
        for (Errno errno : values()) {
            if (errno.number == number) return errno;
        }
        return OTHER;
    }
}
