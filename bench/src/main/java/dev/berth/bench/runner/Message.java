package dev.berth.bench.runner;

import dev.berth.bench.Contender;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Following;
import dev.berth.runner.Input;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.Sandbox;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// From a message to the first byte of output, heard as a server would hear it. What comes before
/// and after is not counted.
final class Message implements Contender {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String title;
    private final Before before;
    private final Wake wake;
    private final After after;

    private Message(String title, Before before, Wake wake, After after) {
        this.title = title;
        this.before = before;
        this.wake = wake;
        this.after = after;
    }

    /// Nothing is there but the disk.
    static Message toANew(Runner runner, Plan plan) {
        return new Message("a new sandbox", () -> {}, () -> runner.start(plan), Sandbox::stop);
    }

    static Message toARunning(Sandbox sandbox) {
        return new Message("a running sandbox", () -> {}, () -> sandbox, _ -> {});
    }

    static Message toAPaused(Sandbox sandbox) {
        return new Message(
                "a paused sandbox",
                sandbox::pause,
                () -> {
                    sandbox.unpause();
                    return sandbox;
                },
                _ -> {});
    }

    /// The disk itself comes back first.
    static Message toAResumable(String title, Before before, Wake wake) {
        return new Message(title, before, wake, Sandbox::stop);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public long run(int times) throws Exception {
        long all = 0;
        for (int i = 0; i < times; i++) {
            before.prepare();
            long began = System.nanoTime();
            var sandbox = wake.wake();
            all += firstByte(sandbox) - began;
            after.clear(sandbox);
        }
        return all;
    }

    private static long firstByte(Sandbox sandbox) throws Failure, InterruptedException {
        var heard = new AtomicLong();
        var turn = sandbox.exec(Command.of("sh").reading(Input.of("echo hello")));
        Following.of(
                turn, 0, Optional.of(PATIENCE), _ -> heard.compareAndSet(0, System.nanoTime()));
        if (heard.get() == 0) throw new IllegalStateException("nothing was said");
        return heard.get();
    }

    /// What has to be so when the message comes.
    interface Before {
        void prepare() throws Exception;
    }

    /// What the message waits for.
    interface Wake {
        Sandbox wake() throws Exception;
    }

    /// What is left when it was answered.
    interface After {
        void clear(Sandbox sandbox) throws Exception;
    }
}
