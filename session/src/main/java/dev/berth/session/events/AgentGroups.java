package dev.berth.session.events;

import dev.berth.failure.Failure;
import dev.berth.runner.agent.AgentEvent;
import dev.berth.runner.agent.AgentTurn;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Gathers what an agent says and does, line by line, and hands groups on with how many bytes of
/// its output they end at.
///
/// The output is heard from its first byte on, even where an earlier server has said a part of it:
/// the agent's own conversation may be named in what was said. That part is said no more.
public final class AgentGroups extends Groups {
    private final AgentTurn agent;
    private final long saidBefore;
    private final Group group;
    private final List<AgentEvent> heard = new ArrayList<>();
    private long position;
    private long lineEnd;
    private boolean muted;

    /// `listener` makes the one who reads lines, and is given who is to be told.
    public AgentGroups(
            long saidBefore, Function<Consumer<AgentEvent>, AgentTurn> listener, Group group) {
        this.saidBefore = saidBefore;
        this.group = group;
        this.agent = listener.apply(this::tell);
    }

    /// Takes a group; durable when it returns.
    public interface Group {
        void take(List<AgentEvent> events, long position) throws Failure;
    }

    /// The one who reads lines; it is to be told how the turn ended, after [#end].
    public AgentTurn agent() {
        return agent;
    }

    private void tell(AgentEvent event) {
        if (!muted && !(event instanceof AgentEvent.Conversation)) heard.add(event);
    }

    @Override
    void hear(MemorySegment some) {
        long old = Math.clamp(saidBefore - position, 0, some.byteSize());
        muted = true;
        agent.take(some.asSlice(0, old));
        muted = false;
        agent.take(some.asSlice(old));
        for (long at = some.byteSize() - 1; at >= 0; at--) {
            if (some.get(ValueLayout.JAVA_BYTE, at) != '\n') continue;
            lineEnd = position + at + 1;
            break;
        }
        position += some.byteSize();
    }

    @Override
    void say(boolean all) throws Failure {
        if (all) {
            agent.finish();
            lineEnd = position;
        }
        if (heard.isEmpty()) return;
        group.take(List.copyOf(heard), lineEnd);
        heard.clear();
    }
}
