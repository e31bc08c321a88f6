package dev.berth.cli.tour;

import dev.berth.cli.Shown;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;

/// The tour itself, from the first command to the last.
record Script(Guide guide, TourHome home) {
    private static final String DEMO = "demo";
    private static final String BUNDLE = "demo.wbundle";

    /// 0, or the exit code of the command at which it ended.
    int play() throws Failure {
        try {
            work();
            loseAndReturn();
            branch();
            hand();
            return 0;
        } catch (Guide.Stuck stuck) {
            return stuck.code();
        }
    }

    private void work() throws Guide.Stuck {
        guide.step(
                "Make a session",
                "A session is an agent's conversation and its workspace. The agent here is a plain"
                        + " shell, so that you see all of it: a message is a script.");
        guide.type("sessions", "create", "--agent", "shell", "--name", DEMO);

        guide.step("Work in it", "The files in the workspace are the work.");
        guide.type(
                "sessions",
                "send",
                DEMO,
                """
                seq 1 1000 > numbers.txt
                echo "There are $(wc -l < numbers.txt) numbers." > report.md
                cat report.md""");

        guide.step(
                "Learn and scribble",
                "Two more volumes are at hand: memory, for what the agent learned, and tmp, for"
                        + " scratch.");
        guide.type(
                "sessions",
                "send",
                DEMO,
                """
                echo "likes short reports" > $BERTH_MEMORY/habits.md
                echo "half a thought" > $TMPDIR/scratch.txt
                """
                        + VOLUMES);
    }

    /// Says what is in each volume.
    private static final String VOLUMES =
            """
            echo workspace: $(ls)
            echo memory: $(ls $BERTH_MEMORY)
            echo tmp: $(ls $TMPDIR)""";

    private void loseAndReturn() throws Guide.Stuck, Failure {
        guide.step(
                "Put it to sleep",
                "Each turn ended with a checkpoint: files and conversation in one, sealed, each byte"
                        + " kept once. Sleeping takes one more and ends the runner.");
        guide.type("sessions", "suspend", DEMO);
        guide.type("sessions", "checkpoints", DEMO);

        guide.step("Lose the disk", "Every file that the agent had is removed from this machine.");
        guide.show(
                "rm -rf \"$BERTH_HOME/sessions\"",
                () -> {
                    var lost = home.loseSessions();
                    return "%s, %s: gone\n"
                            .formatted(
                                    Shown.count(lost.files(), "file"), Shown.bytes(lost.bytes()));
                });

        guide.step(
                "Bring it back",
                "Work and memory come back exactly, with a receipt that says so. tmp does not, by"
                        + " contract.");
        long last = lastEvent();
        guide.type("sessions", "resume", DEMO);
        guide.type("sessions", "events", DEMO, "--after", Long.toString(last));
        guide.type("sessions", "send", DEMO, "cat report.md $BERTH_MEMORY/habits.md\n" + VOLUMES);
    }

    private void branch() throws Guide.Stuck {
        guide.step(
                "Try another ending",
                "A fork begins where the session is now, files and conversation, and copies nothing."
                        + " What happens in it does not happen here.");
        guide.type("sessions", "fork", DEMO, "--name", "other");
        guide.type("sessions", "send", "other", "echo None at all. > report.md; cat report.md");
        guide.type("sessions", "send", DEMO, "cat report.md");
    }

    private void hand() throws Guide.Stuck {
        guide.step(
                "Ship the work",
                "What is shared is the work, never the session: memory and tmp stay home, secrets are"
                        + " looked for. Ask first, then make the bundle.");
        guide.type("sessions", "ship", DEMO, "--dry-run");
        guide.type("sessions", "ship", DEMO, BUNDLE);

        guide.step(
                "Receive it, as somebody else would",
                "Nothing in a bundle is believed: every byte is proven before the new session is"
                        + " there.");
        guide.type("bundle", "verify", BUNDLE);
        guide.type("sessions", "create", "--from", BUNDLE, "--name", "received");

        guide.step(
                "See what stayed home",
                "The report arrived. What the agent had learned, its scratch and its conversation did"
                        + " not.");
        guide.type("sessions", "send", "received", VOLUMES);
        guide.type("sessions", "list");
    }

    private long lastEvent() throws Failure {
        try {
            byte[] said =
                    guide.ask("sessions", "events", DEMO, "--json")
                            .getBytes(StandardCharsets.UTF_8);
            if (StrictJson.read(said).fields().get("events") instanceof Json.Arr(var events)
                    && events.getLast() instanceof Json.Obj event
                    && event.fields().get("seq") instanceof Json.Num(var seq)) {
                return seq.longValue();
            }
        } catch (JsonRefusal unexpected) {
            throw new Failure.Unavailable("the events cannot be read", "see `berth doctor`")
                    .because(unexpected);
        }
        return 0;
    }
}
