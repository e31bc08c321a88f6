package dev.berth.durable.linux;

/// Linux's constants, by their own names.
final class Flags {
    static final int O_RDONLY = 0;
    static final int O_RDWR = 2;
    static final int O_CREAT = 0x40;
    static final int O_EXCL = 0x80;
    static final int O_NOCTTY = 0x100;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;
    static final int O_PATH = 0x200000;
    static final int O_DIRECTORY = Machine.HERE.directory;
    static final int O_NOFOLLOW = Machine.HERE.noFollow;

    static final int AT_SYMLINK_NOFOLLOW = 0x100;
    static final int AT_REMOVEDIR = 0x200;
    static final int AT_NO_AUTOMOUNT = 0x800;
    static final int AT_EMPTY_PATH = 0x1000;

    static final int X_OK = 1;
    static final int W_OK = 2;

    static final int RENAME_NOREPLACE = 1;
    static final long UTIME_OMIT = 0x3ffffffe;
    static final int SEEK_SET = 0;
    static final int SEEK_DATA = 3;
    static final int SEEK_HOLE = 4;

    private Flags() {}
}
