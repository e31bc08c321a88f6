package dev.berth.runner;

import java.util.Locale;

/// What a sandbox may use at most. `cpus` counts cores and may be a fraction.
public record Limits(long memoryBytes, double cpus, int processes) {
    /// 2 GB, half a CPU, 512 processes.
    public static final Limits DEFAULT = new Limits(2_000_000_000L, 0.5, 512);

    public Limits {
        if (memoryBytes <= 0) throw new IllegalArgumentException("memory: " + memoryBytes);
        if (!(cpus > 0)) throw new IllegalArgumentException("cpus: " + cpus);
        if (processes <= 0) throw new IllegalArgumentException("processes: " + processes);
    }

    /// What is limited.
    public enum Kind {
        MEMORY,
        PROCESSES,
        CPU;

        /// The name in profiles.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
