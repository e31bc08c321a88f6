package dev.berth.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.cli.Exit;
import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Map;

final class SendMessage implements Verb {
    private static final int MOST_BYTES = 8 << 20;
    private static final int NO_CODE = 17;

    @Override
    public Spec spec() {
        return Named.argument(Spec.of("send", "Sends a message, and shows the turn until it ends."))
                .optionalArgument("TEXT", "the message; standard input where it is absent or -")
                .flag("--no-wait", "only send it")
                .example("berth sessions send parser 'run the tests'");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        String text = text(given, world);
        var session = Named.of(given, world);
        var sent = session.post("/messages", Json.object().put("text", text).build());
        long turn = Fields.number(sent, "turn");
        if (given.flag("--no-wait"))
            return Reply.lines(sent, "turn %d is on its way".formatted(turn));
        var ended = new Turn(turn, given.flag("--json") ? null : new Telling(world));
        try (var _ = Parting.says(world, left(turn, given.text(Named.SESSION)))) {
            // Its own message is behind us; whatever comes after is shown as it comes.
            new EventStream(session, Fields.number(sent, "seq")).follow(ended::hear);
        }
        return ended.reply();
    }

    private static String left(long turn, String session) {
        return "turn %d goes on; see it with `berth sessions events %s --follow`, or end it with `berth sessions suspend %s`"
                .formatted(turn, session, session);
    }

    private static String text(Given given, World world) throws Failure {
        var typed = given.optional("TEXT");
        if (typed.isPresent() && !typed.get().equals("-")) return typed.get();
        try {
            byte[] bytes = world.in().readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new Failure.Refused(
                        "a message of more than 8 MiB", "upload a file and name it instead");
            }
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notText) {
            throw new Failure.Refused("the message is not UTF-8", "upload it as a file instead")
                    .because(notText);
        } catch (IOException unreadable) {
            throw new Failure.Unavailable("standard input cannot be read", "give the text as TEXT")
                    .because(unreadable);
        }
    }

    /// One turn as it goes, until it is over and kept.
    private static final class Turn {
        private final long number;
        private final @Nullable Telling telling;
        private final StringBuilder output = new StringBuilder();
        private String ending = "";
        private long code = -1;
        private String checkpoint = "";
        private boolean over;
        private int refusal;

        Turn(long number, @Nullable Telling telling) {
            this.number = number;
            this.telling = telling;
        }

        boolean hear(Json.Obj event) {
            var data = Fields.object(event, "data");
            boolean ours = Fields.number(data, "turn") == number;
            String type = Fields.text(event, "type");
            if (ours && type.equals("output")) output.append(Fields.text(data, "text"));
            if (telling != null && (type.equals("output") ? ours : isWorthALine(type))) {
                telling.tell(event);
            }
            if (ours && data.fields().containsKey("ended")) {
                ending = Fields.text(data, "ended");
                code = Fields.number(data, "exit_code");
                over = !Fields.flag(data, "checkpoint_follows");
                refusal = exitCode(Fields.text(data, "type"));
            } else if (!ending.isEmpty()) {
                keep(type, data);
            }
            return ending.isEmpty() || !over;
        }

        /// Either it is kept, or what became of that is said.
        private void keep(String type, Json.Obj data) {
            switch (type) {
                case "checkpoint" -> checkpoint = Fields.text(data, "checkpoint");
                case "error" -> {
                    String why = Fields.text(data, "type");
                    // Told beside a checkpoint: the next turn waits for space.
                    if (why.equals("over-quota")) return;
                    refusal = exitCode(why);
                }
                case "state" -> {}
                default -> {
                    return;
                }
            }
            over = true;
        }

        private static int exitCode(String type) {
            if (type.isEmpty()) return 0;
            return Exit.of(Problem.failure(type, "", "", Map.of()));
        }

        private static boolean isWorthALine(String type) {
            return type.equals("error") || type.equals("receipt");
        }

        Reply reply() {
            var json =
                    Json.object()
                            .put("turn", number)
                            .put("ending", ending)
                            .put("exit_code", code)
                            .put("output", output.toString());
            if (!checkpoint.isEmpty()) json.put("checkpoint", checkpoint);
            int none = refusal == 0 ? NO_CODE : refusal;
            int own = code >= 0 && code <= 255 ? (int) code : none;
            // The command's own code says more than that its work could not be kept.
            int exit = own == 0 ? refusal : own;
            String lost = checkpoint.isEmpty() && refusal > 0 ? "; it was not kept" : "";
            var fields = json.build();
            return new Reply() {
                @Override
                public Json.Obj json() {
                    return fields;
                }

                @Override
                public void show(Page page) {
                    if (telling == null || exit == 0) return;
                    telling.line("turn %d %s, exit code %d".formatted(number, ending, code) + lost);
                }

                @Override
                public int exitCode() {
                    return exit;
                }
            };
        }
    }
}
