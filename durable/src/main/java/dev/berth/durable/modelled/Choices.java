package dev.berth.durable.modelled;

/// Who decides, at a crash, what of the unsynced survives.
public interface Choices {
    /// A number from 0 to `options - 1`; 0 stands for the oldest thing, the one that was synced.
    int pick(int options);

    /// Everything unsynced is lost.
    static Choices nothing() {
        return _ -> 0;
    }

    /// Everything survives, as after a kill of the process alone.
    static Choices everything() {
        return options -> options - 1;
    }
}
