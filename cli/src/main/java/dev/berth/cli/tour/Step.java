package dev.berth.cli.tour;

import dev.berth.durable.json.Json;

import java.util.ArrayList;
import java.util.List;

/// One step of the tour: what it is about, what was typed in it, and what that answered.
record Step(String title, String text, List<Done> done) {
    /// One command and its answer.
    record Done(String command, String output, int code) {
        private Json.Obj json() {
            return Json.object()
                    .put("command", command)
                    .put("output", output)
                    .put("exit_code", code)
                    .build();
        }
    }

    Step {
        done = List.copyOf(done);
    }

    Step and(Done one) {
        var more = new ArrayList<>(done);
        more.add(one);
        return new Step(title, text, more);
    }

    Json.Obj json() {
        return Json.object()
                .put("title", title)
                .put("text", text)
                .put("commands", done.stream().map(Done::json).toList())
                .build();
    }
}
