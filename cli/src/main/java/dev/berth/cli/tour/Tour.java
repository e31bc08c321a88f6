package dev.berth.cli.tour;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.SystemRandom;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.runner.process.ProcessRunner;

import java.util.List;
import java.util.Optional;

/// `berth tour`: every command in it is run for real, by the same code that runs it for a user.
public final class Tour implements Verb {
    public static final String SUMMARY = "Shows the life of a session, for real, in two minutes.";

    private final Typing typing;

    public Tour(Typing typing) {
        this.typing = typing;
    }

    /// Runs what was typed in a world; answers its exit code.
    public interface Typing {
        int type(World world, String... words);
    }

    @Override
    public Spec spec() {
        return Spec.of("tour", SUMMARY).example("berth tour").example("berth tour --json");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        boolean json = given.flag("--json");
        var obstacle = noSandbox(world);
        var narrator = new Narrator(world, json);
        welcome(narrator, obstacle);
        var played = play(world, narrator, obstacle.isEmpty());
        if (played.exitCode() == 0) farewell(narrator);
        return played;
    }

    /// Everything of it is gone when this returns.
    private Played play(World world, Narrator narrator, boolean sandboxed) throws Failure {
        try (var home = TourHome.make(world, sandboxed);
                var ending = Ending.watch(home::close)) {
            var guide = new Guide(world, home, narrator, typing, ending);
            int code = new Script(guide, home).play();
            return new Played(guide.steps(), sandboxed, code);
        }
    }

    private static Optional<Failure> noSandbox(World world) {
        var random = SystemRandom.here();
        String machine = System.getProperty("os.arch");
        try {
            new ProcessRunner(world.files(), world.folder(), random, machine).tryOut();
            return Optional.empty();
        } catch (Failure obstacle) {
            return Optional.of(obstacle);
        }
    }

    private static void welcome(Narrator narrator, Optional<Failure> obstacle) {
        narrator.say(
                "A session of an agent, from its first message until somebody else has its work."
                        + " Everything below is run now, in a temporary folder with a server of its"
                        + " own. Nothing of yours is touched.");
        obstacle.ifPresent(
                why ->
                        narrator.say(
                                "Warning: %s. So the agent of this tour runs as a plain process,"
                                                .formatted(why.what())
                                        + " without a sandbox."));
        narrator.blank();
    }

    private static void farewell(Narrator narrator) {
        narrator.blank();
        narrator.say(
                "The tour is over; its server is stopped and its folder removed. Begin your own:");
        narrator.typed("berth sessions create --agent claude --name first");
        narrator.typed("berth sessions send first 'write a report about this machine'");
    }

    /// The steps, for programs; for people all was said.
    private record Played(List<Step> steps, boolean sandboxed, int exitCode) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("sandboxed", sandboxed)
                    .put("steps", steps.stream().map(Step::json).toList())
                    .build();
        }

        @Override
        public void show(Page page) {}
    }
}
