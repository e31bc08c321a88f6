package dev.berth.bench.depot;

import java.util.Locale;

/// What everybody does in each round, in this order. The goals are those of a working tree: the
/// most that a command and a warm process may take, as a share of the better of restic and borg.
public enum Step {
    FIRST("first snapshot", 0.44, 0.30),
    UNCHANGED("unchanged", 0.13, 0.04),
    TURN("after an agent's turn", 0.18, 0.06),
    RESTORE("full restore", 0.41, 0.27),
    ONE_FILE("one file", 0.14, 0.01);

    private final String title;
    private final double commandGoal;
    private final double warmGoal;

    Step(String title, double commandGoal, double warmGoal) {
        this.title = title;
        this.commandGoal = commandGoal;
        this.warmGoal = warmGoal;
    }

    public String title() {
        return title;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    double goal(boolean warm) {
        return warm ? warmGoal : commandGoal;
    }

    /// Over in milliseconds, for a warm process.
    boolean isShort() {
        return this == UNCHANGED || this == ONE_FILE;
    }

    boolean isSnapshot() {
        return switch (this) {
            case FIRST, UNCHANGED, TURN -> true;
            case RESTORE, ONE_FILE -> false;
        };
    }
}
