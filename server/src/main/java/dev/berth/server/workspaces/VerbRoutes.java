package dev.berth.server.workspaces;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.life.Sessions;

import java.util.List;
import java.util.Optional;

/// What can be done with a workspace as a whole; answered when it is done.
public record VerbRoutes(Sessions sessions) {
    private static final String ONE = "/v1/workspaces/{id}/";
    private static final String POINTS = ONE + "checkpoints";

    private interface Doing {
        Session on(SessionKey key) throws Failure;
    }

    public List<Route> routes() {
        return List.of(
                plain("suspend", sessions::suspend),
                Route.of(Method.POST, ONE + "resume", Need.WRITE, this::resume),
                plain("terminate", sessions::terminate),
                Route.of(Method.POST, ONE + "fork", Need.WRITE, this::fork),
                Route.of(Method.POST, ONE + "rewind", Need.WRITE, this::rewind),
                Route.of(Method.GET, POINTS, Need.READ, this::points),
                Route.of(Method.POST, POINTS, Need.WRITE, this::take));
    }

    private Route plain(String verb, Doing doing) {
        return Route.of(
                Method.POST,
                ONE + verb,
                Need.WRITE,
                call -> {
                    var key = known(call);
                    call.json(_ -> true);
                    return Answer.json(sessions.shown(doing.on(key)));
                });
    }

    private Answer resume(Call call) throws Failure, Objection, InterruptedException {
        var key = known(call);
        call.json(_ -> true);
        var resumed = sessions.resume(key);
        var json = Json.object().putAll(sessions.shown(resumed.session()));
        var receipt = resumed.receipt();
        if (receipt.isEmpty()) return Answer.json(json.putNull("receipt").build());
        var told = Json.object().put("seq", receipt.get().seq()).putAll(receipt.get().data());
        return Answer.json(json.put("receipt", told).build());
    }

    private record Fork(Optional<String> checkpoint, String name) {}

    private Answer fork(Call call) throws Failure, Objection {
        var key = known(call);
        var wish =
                call.json(
                        in ->
                                new Fork(
                                        in.optionalText("checkpoint"),
                                        in.optionalText("name").orElse("")));
        var made = sessions.fork(key, wish.checkpoint(), Labels.name(wish.name()));
        return Answer.json(201, sessions.shown(made))
                .with("Location", "/v1/workspaces/" + made.id());
    }

    private Answer rewind(Call call) throws Failure, Objection {
        var key = known(call);
        String checkpoint = call.json(in -> in.text("checkpoint"));
        return Answer.json(sessions.shown(sessions.rewind(key, checkpoint)));
    }

    private Answer points(Call call) throws Failure {
        var rows = sessions.checkpoints(call.key());
        return Answer.json(
                Json.object()
                        .put("checkpoints", rows.stream().map(CheckpointRow::json).toList())
                        .build());
    }

    private Answer take(Call call) throws Failure, Objection {
        var key = known(call);
        call.json(_ -> true);
        var kept = sessions.checkpoint(key);
        var json = Json.object().putAll(kept.row().json());
        kept.leftOut().tell(json);
        return Answer.json(201, json.build());
    }

    /// Looked for before the body is: whose session it is not learns nothing from what it sends.
    private SessionKey known(Call call) throws Failure {
        return sessions.find(call.key()).key();
    }
}
