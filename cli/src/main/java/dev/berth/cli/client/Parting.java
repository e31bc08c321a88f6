package dev.berth.cli.client;

import dev.berth.cli.World;

/// Says what goes on without us when a signal ends the command: whoever presses Ctrl-C may think
/// that all is over.
final class Parting implements AutoCloseable {
    private final Thread hook;

    private Parting(Thread hook) {
        this.hook = hook;
    }

    static Parting says(World world, String what) {
        var hook = new Thread(() -> say(world, what), "parting");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            say(world, what);
        }
        return new Parting(hook);
    }

    private static void say(World world, String what) {
        world.err().println("berth: " + what);
        world.err().flush();
    }

    /// Nothing goes on any more.
    @Override
    public void close() {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // A signal came at the very end: it was said, and was true a moment ago.
        }
    }
}
