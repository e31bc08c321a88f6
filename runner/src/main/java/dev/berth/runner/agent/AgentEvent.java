package dev.berth.runner.agent;

/// Something an agent said or did, as people read it.
public sealed interface AgentEvent {
    /// The id by which the agent finds this conversation again.
    record Conversation(String id) implements AgentEvent {}

    /// What it says to the user.
    record Message(String text) implements AgentEvent {}

    /// What it says to itself.
    record Thought(String text) implements AgentEvent {}

    /// It uses a tool; `input` is JSON in one line.
    record ToolCall(String id, String name, String input) implements AgentEvent {}

    /// What the tool answered.
    record ToolOutput(String id, String text, boolean failed) implements AgentEvent {}

    /// Something went wrong, in the agent's words or ours.
    record Trouble(String text) implements AgentEvent {}

    /// A line that is no event: a warning of the program, or one that was cut.
    record Plain(String text) implements AgentEvent {}

    /// A line longer than is kept in memory was passed over.
    record TooLong(long bytes) implements AgentEvent {}
}
