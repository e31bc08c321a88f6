package dev.berth.cli.flow;

import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.durable.lock.OwnerRule;
import dev.berth.failure.Failure;
import dev.berth.flow.Flow;
import dev.berth.flow.Homes;
import dev.berth.flow.LockTerms;
import dev.berth.flow.ProjectRoot;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Finds the project that a command is about.
record OpenFlow(World world) {
    /// A project and what can be done with it; `outer` is the project that it lies in, if any.
    record Opened(ProjectRoot root, Flow flow, Optional<ProjectRoot> outer) {}

    /// Where the root comes from when `--root` does not say.
    enum Fallback {
        /// The folder that the command was started in.
        HERE,
        /// The nearest one above that has a `.flow`.
        NEAREST
    }

    Opened open(Optional<String> named, Optional<String> config, Fallback fallback) throws Failure {
        var root = named.isPresent() ? check(world.path(named.get())) : root(fallback);
        var settings = new ReadSettings(world).read(config).settings().flow();
        var terms = new LockTerms(new OwnerRule(settings.lockAge()), settings.lockWait());
        var outer = fallback == Fallback.HERE ? outer(root) : Optional.<ProjectRoot>empty();
        return new Opened(root, Flow.open(root, world.files(), terms, world.clock()), outer);
    }

    private ProjectRoot root(Fallback fallback) throws Failure {
        if (fallback == Fallback.HERE) return check(world.folder());
        var nearest = ProjectRoot.find(world.folder(), homes(), world.files());
        if (nearest.isPresent()) return nearest.get();
        throw new Failure.NotFound(
                "no .flow folder in %s or above".formatted(world.folder()),
                "start a session with `berth flow start --goal TEXT`, or name the project with --root");
    }

    private Optional<ProjectRoot> outer(ProjectRoot root) {
        var parent = root.path().getParent();
        if (parent == null) return Optional.empty();
        try {
            return ProjectRoot.find(parent, homes(), world.files());
        } catch (Failure unusable) {
            return Optional.empty();
        }
    }

    private ProjectRoot check(Path path) throws Failure {
        return ProjectRoot.check(path, homes(), world.files());
    }

    private Homes homes() {
        String system = System.getProperty("user.home");
        return new Homes(List.of(Path.of(world.variable("HOME").orElse(system)), Path.of(system)));
    }
}
