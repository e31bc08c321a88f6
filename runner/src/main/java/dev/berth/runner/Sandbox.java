package dev.berth.runner;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;

/// One session's resident sandbox. Background processes live on in it between turns.
///
/// Safe for use by several threads.
public interface Sandbox {
    /// The warning of one that has no walls.
    String NO_WALLS = "runs without a sandbox: its processes can do all that this user can";

    SessionId session();

    /// What it is doing now, as the system says, not as we remember.
    Condition inspect() throws Failure;

    /// Starts a turn and returns at once; a [Failure.Conflict] while another one runs.
    Turn exec(Command command) throws Failure;

    /// The last turn, running or ended; a new server reads on with it.
    Optional<Turn> lastTurn() throws Failure;

    /// Freezes every process in it; none uses the CPU when this returns. Nothing is lost.
    void pause() throws Failure;

    /// Lets them go on where they were.
    void unpause() throws Failure;

    /// Ends every process in it and removes what belonged to it; the disk stays. Repeating it
    /// succeeds.
    void stop() throws Failure;

    /// Warnings that go with everything said of this sandbox, such as that it is none.
    List<String> warnings();

    /// What a sandbox is doing.
    enum Condition {
        RUNNING,
        PAUSED,
        GONE
    }
}
