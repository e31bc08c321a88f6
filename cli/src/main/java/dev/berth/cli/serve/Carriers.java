package dev.berth.cli.serve;

/// The threads that carry those of calls and turns. Most of these wait for files and for the
/// catalog, in code that keeps its carrier: with one for each processor, two slow writes would hold
/// everybody else up.
final class Carriers {
    private static final String COUNT = "jdk.virtualThreadScheduler.parallelism";
    private static final int LEAST = 32;

    private Carriers() {}

    /// Before the first of those threads is made; what the caller of the virtual machine says,
    /// counts.
    static void enough() {
        if (System.getProperty(COUNT) != null) return;
        int count = Math.max(LEAST, 2 * Runtime.getRuntime().availableProcessors());
        System.setProperty(COUNT, Integer.toString(count));
    }
}
