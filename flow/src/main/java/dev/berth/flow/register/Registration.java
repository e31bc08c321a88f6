package dev.berth.flow.register;

import dev.berth.durable.Folder;
import dev.berth.failure.Failure;
import dev.berth.flow.register.Registering.Outcome;

import java.util.ArrayList;
import java.util.List;

/// All files that one registration is about. Each is looked at before any is changed, so that a
/// refusal leaves none of them half done.
public record Registration(Folder project) {
    public List<Outcome> add(Agent agent, boolean plugin) throws Failure {
        var opencode = new OpencodePlugin(project);
        if (plugin) opencode.requireOurs();
        var outcomes = new ArrayList<Outcome>();
        outcomes.add(new Registering(project).add(agent));
        if (plugin) outcomes.add(opencode.add());
        return List.copyOf(outcomes);
    }

    public List<Outcome> remove(Agent agent) throws Failure {
        var opencode = new OpencodePlugin(project);
        if (agent == Agent.OPENCODE) opencode.isOurs();
        var outcomes = new ArrayList<Outcome>();
        outcomes.add(new Registering(project).remove(agent));
        if (agent == Agent.OPENCODE) outcomes.add(opencode.remove());
        return List.copyOf(outcomes);
    }
}
