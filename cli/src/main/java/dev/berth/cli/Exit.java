package dev.berth.cli;

import dev.berth.failure.Failure;

/// The exit codes of the command: the one place where failures become numbers.
public final class Exit {
    static final int DONE = 0;
    static final int UNEXPECTED = 1;
    static final int USAGE = 2;

    private Exit() {}

    public static int of(Failure failure) {
        return switch (failure) {
            case Failure.Malformed _ -> USAGE;
            case Failure.NotFound _ -> 10;
            case Failure.Locked _ -> 11;
            case Failure.Damaged _ -> 12;
            case Failure.Conflict _ -> 13;
            case Failure.Refused _ -> 14;
            case Failure.OverQuota _ -> 15;
            case Failure.StaleWriter _ -> 16;
            case Failure.Unavailable _ -> 17;
            case Failure.WrongKey _ -> 18;
        };
    }
}
