package dev.berth.runner.profile;

import dev.berth.runner.agent.Agent;
import dev.berth.runner.agent.Claude;
import dev.berth.runner.agent.Codex;
import dev.berth.runner.agent.Opencode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The profiles that need no file.
public final class BuiltIn {
    /// How a network that has a proxy is reached.
    private static final List<String> PROXIES =
            List.of(
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "NO_PROXY",
                    "http_proxy",
                    "https_proxy",
                    "no_proxy");

    private BuiltIn() {}

    /// All of them by name, in the order in which they are shown.
    public static Map<String, Profile> all() {
        var all = new LinkedHashMap<String, Profile>();
        all.put("shell", shell());
        for (var agent : Agent.all()) all.put(agent.name(), agent(agent, true));
        all.put("chat", agent(new Claude(), false));
        return Collections.unmodifiableMap(all);
    }

    /// Those and others; one of the same name takes the place of ours.
    public static Map<String, Profile> and(Map<String, Profile> others) {
        var all = new LinkedHashMap<>(all());
        others.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> all.put(each.getKey(), each.getValue()));
        return Collections.unmodifiableMap(all);
    }

    public static Profile claude() {
        return agent(new Claude(), true);
    }

    public static Profile codex() {
        return agent(new Codex(), true);
    }

    public static Profile opencode() {
        return agent(new Opencode(), true);
    }

    /// The message is a script.
    public static Profile shell() {
        var plain = Profile.of(List.of("sh"));
        return new Profile(
                plain.command(),
                plain.agent(),
                plain.image(),
                plain.setup(),
                plain.runner(),
                plain.network(),
                true,
                plain.vault(),
                plain.limits(),
                plain.turn(),
                plain.environment(),
                plain.unsandboxed());
    }

    /// A model is somewhere in the network, so that an agent without one could not say a word.
    private static Profile agent(Agent agent, boolean persistent) {
        var plain = Profile.of(List.of(agent.name()));
        var environment = new ArrayList<>(agent.variables());
        environment.addAll(PROXIES);
        return new Profile(
                plain.command(),
                Optional.of(agent),
                plain.image(),
                plain.setup(),
                plain.runner(),
                true,
                persistent,
                plain.vault(),
                plain.limits(),
                plain.turn(),
                environment,
                plain.unsandboxed());
    }
}
