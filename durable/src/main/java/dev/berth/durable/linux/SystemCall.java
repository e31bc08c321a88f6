package dev.berth.durable.linux;

import java.util.Locale;

/// The system calls in use, with their numbers on x86_64 and aarch64.
enum SystemCall {
    OPENAT(257, 56),
    CLOSE(3, 57),
    MKDIRAT(258, 34),
    RENAMEAT2(316, 276),
    LINKAT(265, 37),
    SYMLINKAT(266, 36),
    READLINKAT(267, 78),
    UNLINKAT(263, 35),
    STATX(332, 291),
    GETDENTS64(217, 61),
    FCHMOD(91, 52),
    FCHMODAT(268, 53),
    FCHOWN(93, 55),
    FCHOWNAT(260, 54),
    UTIMENSAT(280, 88),
    FSYNC(74, 82),
    SYNCFS(306, 267),
    FSTATFS(138, 44),
    FACCESSAT(269, 48),
    PREAD64(17, 67),
    PWRITE64(18, 68),
    FTRUNCATE(77, 46),
    LSEEK(8, 62),
    GETRANDOM(318, 278);

    final long number;
    final String title;

    SystemCall(int x86, int aarch) {
        this.number =
                switch (Machine.HERE) {
                    case X86_64 -> x86;
                    case AARCH64 -> aarch;
                };
        this.title = name().toLowerCase(Locale.ROOT);
    }
}
