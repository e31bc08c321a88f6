package dev.berth.session.events;

import dev.berth.durable.json.Json;
import dev.berth.session.Event;

/// What an event says, in words.
final class Happened {
    private Happened() {}

    static String words(Event event) {
        return switch (event.type()) {
            case MESSAGE, OUTPUT, TOOL, RECEIPT -> event.text("text");
            case STATE -> state(event);
            case CHECKPOINT ->
                    "checkpoint %s: %s".formatted(event.text("checkpoint"), event.text("why"));
            case FILE -> file(event);
            case ERROR -> error(event);
        };
    }

    private static String state(Event event) {
        if (has(event, "ended")) {
            return "turn %d %s, exit code %d"
                    .formatted(
                            event.number("turn"),
                            event.text("ended").replace('_', ' '),
                            event.number("exit_code"));
        }
        if (has(event, "warning")) return "warning: " + event.text("warning");
        if (has(event, "field")) {
            return "%s: %s → %s"
                    .formatted(event.text("field"), shown(event, "from"), shown(event, "to"));
        }
        if (has(event, "to")) {
            return "%s → %s: %s".formatted(event.text("from"), event.text("to"), event.text("why"));
        }
        return has(event, "text") ? event.text("text") : event.data().compact();
    }

    /// Nothing was there before, or is now.
    private static String shown(Event event, String field) {
        return event.text(field).isEmpty() ? "(none)" : event.text(field);
    }

    private static String file(Event event) {
        if (!has(event, "op")) {
            return has(event, "text") ? event.text("text") : event.data().compact();
        }
        var words = new StringBuilder();
        words.append(
                "%s in %s, files: %d, bytes: %d"
                        .formatted(
                                event.text("op"),
                                event.text("volume"),
                                event.number("files"),
                                event.number("bytes")));
        if (event.data().fields().get("paths") instanceof Json.Arr(var paths)) {
            String between = ": ";
            for (var path : paths) {
                if (path instanceof Json.Text(var name)) words.append(between).append(name);
                between = ", ";
            }
        }
        return words.toString();
    }

    private static String error(Event event) {
        if (!has(event, "what"))
            return "error in %s: %s".formatted(doing(event), event.text("text"));
        return "error in %s: %s; %s"
                .formatted(doing(event), event.text("what"), event.text("advice"));
    }

    private static String doing(Event event) {
        return event.text("doing").isEmpty() ? "the session" : event.text("doing");
    }

    private static boolean has(Event event, String field) {
        return event.data().fields().containsKey(field);
    }
}
