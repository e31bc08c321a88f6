package dev.berth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A server to rehearse with: the real one, in this process, on any free port.
final class StageServer {
    private static final long PATIENCE_SECONDS = 30;

    private StageServer() {}

    /// Returns when it answers, or when it is clear that it will not.
    static void start(World world) {
        var said = new CountDownLatch(1);
        var ear =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        if (b == '\n') said.countDown();
                    }
                };
        var heard =
                new World(
                        world.in(),
                        new PrintStream(ear, true, UTF_8),
                        world.err(),
                        world.environment(),
                        world.folder(),
                        world.clock(),
                        world.files(),
                        world.terminal());
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            new CommandRun(heard).run("serve", "--port", "0", "--json");
                            said.countDown();
                        });
        try {
            boolean _ = said.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
