package dev.berth.runner.agent;

import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Following;
import dev.berth.runner.Input;
import dev.berth.runner.Sandbox;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// One turn of an agent: its command, its events, and what is kept when it has ended. A server that
/// finds a running turn makes one of these again and reads on.
///
/// Not safe for use by several threads.
public final class AgentTurn implements Following.Sink {
    private final FileLayer files;
    private final Path disk;
    private final Agent agent;
    private final EventLines lines;
    private Optional<String> conversation = Optional.empty();
    private boolean spoke;

    /// `hidden` are values that must not show in an event: the credentials.
    public AgentTurn(
            FileLayer files,
            Path disk,
            Agent agent,
            Collection<String> hidden,
            Consumer<AgentEvent> events) {
        this.files = files;
        this.disk = disk;
        this.agent = agent;
        lines =
                new EventLines(
                        agent,
                        hidden,
                        event -> {
                            notice(event);
                            events.accept(event);
                        });
    }

    /// What is to be executed for a message. `fresh` is an id for a conversation that begins, for
    /// agents that take one; `secrets` are handed over in the environment and kept nowhere.
    public Command command(
            List<String> command,
            String message,
            String fresh,
            boolean sandboxed,
            Map<String, String> secrets)
            throws Failure {
        new Leftovers(files).remove(disk, agent);
        Agent.Talk talk =
                Conversation.read(files, disk, agent)
                        .<Agent.Talk>map(kept -> new Agent.Talk.Next(kept.id()))
                        .orElseGet(() -> new Agent.Talk.First(fresh));
        var environment = new LinkedHashMap<>(agent.environment(sandboxed));
        environment.putAll(secrets);
        return new Command(
                Homecoming.around(agent, agent.words(command, talk)),
                environment,
                Input.of(message));
    }

    /// Executes it, hears it to its end and keeps what is to be kept.
    public Ending run(Sandbox sandbox, Command command, Optional<Duration> limit)
            throws Failure, InterruptedException {
        var ending = Following.of(sandbox.exec(command), 0, limit, this);
        ended(ending);
        return ending;
    }

    @Override
    public void take(MemorySegment bytes) {
        lines.take(bytes);
    }

    /// Says what is left of a last line without an end; [#ended] does so too.
    public void finish() {
        lines.end();
    }

    /// Keeps the conversation's id and removes what must not be kept.
    public void ended(Ending ending) throws Failure {
        lines.end();
        new Leftovers(files).remove(disk, agent);
        // One that broke before it said anything may not be found again by its id.
        boolean begun = spoke || ending.equals(new Ending.Exited(0));
        if (conversation.isPresent() && begun) {
            new Conversation(agent.name(), conversation.get()).write(files, disk);
        }
    }

    private void notice(AgentEvent event) {
        switch (event) {
            case AgentEvent.Conversation(var id) -> {
                if (Conversation.isPlain(id)) conversation = Optional.of(id);
            }
            case AgentEvent.Message _, AgentEvent.ToolCall _, AgentEvent.Thought _ -> spoke = true;
            case AgentEvent.ToolOutput _,
                    AgentEvent.Trouble _,
                    AgentEvent.Plain _,
                    AgentEvent.TooLong _ -> {}
        }
    }
}
