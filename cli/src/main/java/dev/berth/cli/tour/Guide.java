package dev.berth.cli.tour;

import dev.berth.cli.World;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Goes through the steps: types each command in the tour's own world, shows it, keeps it.
final class Guide {
    private final World world;
    private final TourHome home;
    private final Narrator narrator;
    private final Tour.Typing typing;
    private final Ending ending;
    private final List<Step> steps = new ArrayList<>();

    Guide(World world, TourHome home, Narrator narrator, Tour.Typing typing, Ending ending) {
        this.world = world;
        this.home = home;
        this.narrator = narrator;
        this.typing = typing;
        this.ending = ending;
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }

    void step(String title, String text) {
        narrator.begin(title, text);
        steps.add(new Step(title, text, List.of()));
    }

    /// A command that did not do what it should; the tour ends there.
    static final class Stuck extends Exception {
        private static final long serialVersionUID = 1;
        private final int code;

        Stuck(int code) {
            super("exit code " + code);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /// Types a command as a user would, and shows what it answers.
    void type(String... words) throws Stuck {
        ending.check();
        String line = Quoted.line(words);
        narrator.typed(line);
        var answer = run(world.terminal(), words);
        show(new Step.Done(line, answer.text(), answer.code()));
        if (answer.code() != 0) throw new Stuck(answer.code());
    }

    /// Shows something that was done without a command of ours.
    void show(String command, Doing doing) throws Failure {
        ending.check();
        narrator.typed(command);
        show(new Step.Done(command, doing.done(), 0));
    }

    /// Something that is done, and what there is to say of it.
    interface Doing {
        String done() throws Failure;
    }

    private void show(Step.Done done) {
        narrator.answered(done.output());
        steps.set(steps.size() - 1, steps.getLast().and(done));
    }

    /// Asks a question of the tour's own, which is not shown.
    String ask(String... words) {
        return run(World.Terminal.NONE, words).text();
    }

    private record Answer(String text, int code) {}

    private Answer run(World.Terminal terminal, String... words) {
        var out = new ByteArrayOutputStream();
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var own =
                new World(
                        InputStream.nullInputStream(),
                        stream,
                        stream,
                        home.environment(),
                        home.path(),
                        world.clock(),
                        world.files(),
                        new World.Terminal(terminal.output(), false, narrator.columns()));
        int code = typing.type(own, words);
        return new Answer(out.toString(StandardCharsets.UTF_8), code);
    }
}
