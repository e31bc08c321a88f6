package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Plan;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Turn;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One session's runner of a [FolderRunner].
final class FolderSandbox implements Sandbox {
    private final FolderRunner runner;
    private final Plan plan;
    private @Nullable FolderTurn last;
    private int turns;
    private boolean paused;
    private boolean dead;

    FolderSandbox(FolderRunner runner, Plan plan) {
        this.runner = runner;
        this.plan = plan;
    }

    @Override
    public SessionId session() {
        return plan.session();
    }

    @Override
    public synchronized Condition inspect() {
        if (dead) return Condition.GONE;
        return paused ? Condition.PAUSED : Condition.RUNNING;
    }

    @Override
    public synchronized Turn exec(Command command) throws Failure {
        runner.executing.run();
        if (dead) throw new Failure.Conflict("it is gone", "", Map.of());
        if (paused) throw new IllegalStateException("not running");
        var before = last;
        if (before != null && before.ending().isEmpty()) {
            throw new Failure.Conflict("a turn runs", "", Map.of());
        }
        var turn = new FolderTurn(++turns, plan, () -> runner.cancelling.run());
        last = turn;
        turn.run(command.words(), FolderRunner.read(command.input()));
        return turn;
    }

    @Override
    public synchronized Optional<Turn> lastTurn() {
        return Optional.ofNullable(last);
    }

    @Override
    public synchronized void pause() {
        paused = true;
        runner.pausing.run();
    }

    @Override
    public synchronized void unpause() {
        paused = false;
    }

    @Override
    public void stop() {
        die();
        runner.gone(plan.session());
    }

    synchronized void die() {
        dead = true;
        var turn = last;
        if (turn != null) turn.end(new Ending.Lost());
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    /// Copies bytes as a spool file would give them.
    static int copy(byte[] from, MemorySegment into, long position) {
        int count = (int) Math.min(into.byteSize(), from.length - position);
        if (count <= 0) return 0;
        MemorySegment.copy(from, (int) position, into, ValueLayout.JAVA_BYTE, 0, count);
        return count;
    }
}
