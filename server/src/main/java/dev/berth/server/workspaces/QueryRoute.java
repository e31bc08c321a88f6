package dev.berth.server.workspaces;

import dev.berth.disk.QueryLimits;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Sharing;

import java.time.Duration;
import java.util.List;

/// Questions in SQL about the files of a workspace, in every state.
public record QueryRoute(Sessions sessions, Sharing sharing) {
    private static final int MOST_ROWS = 10_000;
    private static final int MOST_SECONDS = 60;

    public List<Route> routes() {
        return List.of(Route.of(Method.POST, "/v1/workspaces/{id}/query", Need.VFS, this::query));
    }

    private record Typed(String sql, QueryLimits limits) {
        static Typed read(JsonReader in) throws JsonRefusal {
            var usual = QueryLimits.DEFAULT;
            long rows = in.optionalInteger("rows", 1, MOST_ROWS).orElse(usual.rows());
            long seconds =
                    in.optionalInteger("seconds", 1, MOST_SECONDS).orElse(usual.time().toSeconds());
            return new Typed(
                    in.text("sql"),
                    usual.withRows((int) rows).withTime(Duration.ofSeconds(seconds)));
        }
    }

    private Answer query(Call call) throws Failure, Objection {
        var key = sessions.find(call.key()).key();
        var typed = call.json(Typed::read);
        return Answer.json(sharing.query(key, typed.sql(), typed.limits()).json());
    }
}
