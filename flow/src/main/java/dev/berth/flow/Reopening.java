package dev.berth.flow;

import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

/// Finds in the history what can be worked on again.
record Reopening(FlowFolder folder) {
    FlowSession find(String name) throws Failure {
        var there = folder.historyIfThere();
        if (there.isEmpty()) throw notFound(name);
        try (var history = there.get()) {
            var archive = History.read(history).archive(name);
            if (archive.isPresent()) return archive.get().session();
            return putAway(history, name);
        }
    }

    private static FlowSession putAway(Folder history, String name) throws Failure {
        String file = name + ".json";
        return switch (LoadSession.from(history, Name.of(file))) {
            case Found.Nothing _ -> throw notFound(name);
            case Found.Active(var session, _) -> session;
            case Found.Closing(var session) -> session;
            case Found.Newer(var format) ->
                    throw LoadSession.newer(".flow/history/" + file, format);
            case Found.Unreadable(var reason) ->
                    throw new Failure.Damaged(
                            ".flow/history/%s: %s".formatted(file, reason),
                            "mend the file there, then try again");
        };
    }

    static Failure notFound(String name) {
        return new Failure.NotFound(
                "nothing named %s in the history".formatted(name),
                "`berth flow history list` shows what there is");
    }
}
