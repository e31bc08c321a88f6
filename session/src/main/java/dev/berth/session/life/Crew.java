package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Runner;
import dev.berth.runner.Sandbox;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.profile.Casting;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.Session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Who does the work: profiles by the agent's name, runners, where programs are, and what of the
/// server's own environment profiles may ask for.
public record Crew(
        Map<String, Profile> profiles,
        Runners runners,
        Programs programs,
        Map<String, String> environment) {
    /// Their input is a program: words before it would be one as well.
    private static final Set<String> INTERPRETERS =
            Set.of("sh", "bash", "dash", "ash", "zsh", "ksh", "fish", "python", "python3", "node");

    private static final String MODEL = "--model";

    public Crew {
        profiles = Map.copyOf(profiles);
        environment = Map.copyOf(environment);
    }

    Profile profile(String agent) throws Failure {
        var profile = profiles.get(agent);
        if (profile != null) return profile;
        throw new Failure.NotFound(
                "there is no agent called '%s'".formatted(agent),
                "use one of " + String.join(", ", profiles.keySet().stream().sorted().toList()));
    }

    /// What every listing says of a session of this agent, whether it has a runner or not.
    List<String> warnings(String agent) {
        var profile = profiles.get(agent);
        return profile == null ? List.of() : profile.warnings();
    }

    /// Those, and what is the matter with this one.
    List<String> warnings(Session session, List<String> own) {
        return Stream.concat(warnings(session.agent()).stream(), own.stream()).toList();
    }

    Runner runner(Session session) throws Failure {
        return runners.of(profile(session.agent()).runner(), session.tenant());
    }

    /// The session's sandbox, if one is alive: of the kind that it was started as, even where its
    /// profile says another one now, or is no more.
    Optional<Sandbox> sandbox(Session session) throws Failure {
        var kind = session.life().runner();
        var profile = profiles.get(session.agent());
        if (kind.isPresent()) {
            return runners.of(RunnerKind.parse(kind.get()), session.tenant()).find(session.id());
        }
        return profile == null
                ? Optional.empty()
                : runners.of(profile.runner(), session.tenant()).find(session.id());
    }

    /// The session's profile on this machine, with the model that was asked for.
    Casting casting(Session session) throws Failure {
        var profile = profile(session.agent());
        var model = session.marks().modelOverride();
        if (model.isEmpty() || profile.agent().isEmpty()) return Casting.of(profile, programs);
        return Casting.of(profile.saying(words(profile.command(), model.get())), programs);
    }

    /// Every agent that is known here takes its model by this word, once.
    private static List<String> words(List<String> command, String model) {
        var words = new ArrayList<>(command);
        int at = words.indexOf(MODEL);
        if (at >= 0) words.subList(at, Math.min(at + 2, words.size())).clear();
        words.addAll(List.of(MODEL, model));
        return words;
    }

    /// Whether words before a message mean to this profile what they say.
    static boolean isTold(Profile profile) {
        String program = profile.command().getFirst();
        return profile.agent().isPresent()
                || !INTERPRETERS.contains(program.substring(program.lastIndexOf('/') + 1));
    }

    /// The environment holds secrets.
    @Override
    public String toString() {
        return "profiles " + profiles.keySet() + " with " + environment.keySet();
    }
}
