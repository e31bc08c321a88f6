package dev.berth.cli.client;

import dev.berth.cli.Group;

/// The group `sessions`.
public final class SessionsCommands {
    public static final String SUMMARY = "Runs agents in workspaces that outlive machines.";

    private SessionsCommands() {}

    public static Group group() {
        return Group.of(
                "sessions",
                SUMMARY,
                new CreateSession(),
                new ListSessions(),
                new ShowSession(),
                new SendMessage(),
                new ShowEvents(),
                new TakeCheckpoint(),
                new ListPoints(),
                new DiffPoints(),
                new MoveSession(
                        "suspend", "Puts a session to rest: its files are kept, its runner ends."),
                new MoveSession("resume", "Brings a session back: its files, then its runner."),
                new MoveSession(
                        "terminate", "Ends a session; its files are kept for its retention."),
                new ForkSession(),
                new RewindSession(),
                new ShipSession(),
                new SetFields(),
                new ClaimSession(),
                new DeleteSession());
    }
}
