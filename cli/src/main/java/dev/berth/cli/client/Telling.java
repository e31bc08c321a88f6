package dev.berth.cli.client;

import dev.berth.cli.Shown;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;

import java.io.PrintStream;

/// Prints events as people read them: what was said, what came out, and what happened between.
final class Telling {
    private final PrintStream out;
    private final boolean terminal;
    private boolean withinLine;

    Telling(World world) {
        out = world.out();
        terminal = world.terminal().output();
    }

    void tell(Json.Obj event) {
        var data = Fields.object(event, "data");
        switch (Fields.text(event, "type")) {
            case "message" -> line("> " + Fields.text(data, "text").replace("\n", "\n> "));
            case "output" -> output(Fields.text(data, "text"));
            case "receipt" -> line("* " + Fields.text(data, "text"));
            case "error" -> line("! " + trouble(data));
            case "tool" -> tool(data);
            default -> line("* " + happened(event, data));
        }
        out.flush();
    }

    /// What an agent printed, as it comes. On a terminal it must not move the cursor.
    void output(String text) {
        if (text.isEmpty()) return;
        out.print(terminal ? Shown.text(text) : text);
        withinLine = !text.endsWith("\n");
        out.flush();
    }

    /// A line of its own, also after output that ended within one.
    void line(String text) {
        if (withinLine) out.println();
        withinLine = false;
        out.println(Shown.text(text));
        out.flush();
    }

    /// A call with what it was given, or what came of one.
    private void tool(Json.Obj data) {
        String name = Fields.text(data, "tool");
        String text = Fields.text(data, "text");
        if (!name.isEmpty()) {
            line("* tool " + name + ": " + text);
            return;
        }
        line(Fields.flag(data, "failed") ? "* the tool failed:" : "* the tool answered:");
        output(text);
    }

    private static String trouble(Json.Obj data) {
        String doing = Fields.text(data, "doing");
        // An agent tells of its own in one text.
        if (data.fields().containsKey("text")) return doing + ": " + Fields.text(data, "text");
        return "%s: %s; %s"
                .formatted(doing, Fields.text(data, "what"), Fields.text(data, "advice"));
    }

    private static String happened(Json.Obj event, Json.Obj data) {
        if (data.fields().containsKey("ended")) {
            return "turn %d %s, exit code %d"
                    .formatted(
                            Fields.number(data, "turn"),
                            Fields.text(data, "ended").replace('_', ' '),
                            Fields.number(data, "exit_code"));
        }
        if (data.fields().containsKey("to") && !data.fields().containsKey("field")) {
            return "%s → %s: %s"
                    .formatted(
                            Fields.text(data, "from"),
                            Fields.text(data, "to"),
                            Fields.text(data, "why"));
        }
        if (data.fields().containsKey("warning")) return "warning: " + Fields.text(data, "warning");
        if (data.fields().containsKey("checkpoint")) {
            return "checkpoint %s: %s"
                    .formatted(Fields.text(data, "checkpoint"), Fields.text(data, "why"));
        }
        return Fields.text(event, "type") + " " + data.compact();
    }
}
