package dev.berth.durable.linux;

/// What differs between the processors that we know: the numbers of the system calls, which
/// [SystemCall] holds, and two flags of `open`.
enum Machine {
    X86_64(0x10000, 0x20000),
    AARCH64(0x4000, 0x8000);

    static final Machine HERE = named(System.getProperty("os.arch"));

    final int directory;
    final int noFollow;

    Machine(int directory, int noFollow) {
        this.directory = directory;
        this.noFollow = noFollow;
    }

    static boolean known(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64", "aarch64" -> true;
            default -> false;
        };
    }

    private static Machine named(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64" -> AARCH64;
            default -> throw new IllegalStateException("no system calls for " + architecture);
        };
    }
}
