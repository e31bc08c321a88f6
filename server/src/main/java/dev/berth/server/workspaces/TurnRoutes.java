package dev.berth.server.workspaces;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Query;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.life.Sessions;

import java.time.Duration;
import java.util.List;

/// Messages, and the turns that they begin.
public record TurnRoutes(Sessions sessions, Catalog catalog) {
    private static final String ONE = "/v1/workspaces/{id}/";
    private static final long LONGEST_WAIT = 3600;

    public List<Route> routes() {
        return List.of(
                Route.of(Method.POST, ONE + "messages", Need.WRITE, this::message).asking("wait"),
                Route.of(Method.DELETE, ONE + "turns/{turn}", Need.WRITE, this::cancel));
    }

    private Answer message(Call call) throws Failure, Objection, InterruptedException {
        var key = sessions.find(call.key()).key();
        var wait = call.query().number("wait", 0, LONGEST_WAIT);
        String text = call.json(in -> in.text("text"));
        if (text.isBlank()) throw new Failure.Malformed("the message is empty", "say something");
        var asked = sessions.message(key, text);
        var answer = Json.object().put("turn", asked.turn()).put("seq", asked.seq());
        if (wait.isEmpty()) return Answer.json(202, answer.build());
        var ended = sessions.await(key, asked.turn(), Duration.ofSeconds(wait.get()));
        if (ended.isEmpty()) return Answer.json(202, answer.build());
        var output = TurnOutput.read(catalog, key, asked.seq(), asked.turn());
        return Answer.json(
                answer.put("ending", ended.get().ending())
                        .put("exit_code", ended.get().exitCode())
                        .put("output", output.text())
                        .put("truncated", output.truncated())
                        .putText("checkpoint", ended.get().checkpoint())
                        .build());
    }

    private Answer cancel(Call call) throws Failure {
        var session = sessions.find(call.key());
        long turn = Query.number("the turn", call.value("turn"), 1, Long.MAX_VALUE);
        if (turn > session.life().turns().asked()) {
            throw new Failure.NotFound(
                    "session %s has had no turn %d".formatted(session.id(), turn),
                    "see the messages among its events");
        }
        sessions.cancel(session.key(), turn);
        return Answer.empty(204);
    }
}
