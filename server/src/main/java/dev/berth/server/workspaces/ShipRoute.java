package dev.berth.server.workspaces;

import dev.berth.bundle.ship.AllowedSecret;
import dev.berth.bundle.ship.Departure;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.server.access.Caller;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.life.Parcel;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Sharing;
import dev.berth.session.life.ShipWish;

import java.util.HashSet;
import java.util.List;

/// The work of a workspace as a bundle, in every state; or, with `dry_run`, what would travel.
public record ShipRoute(Sessions sessions, Sharing sharing) {
    private static final int PIECE = 1 << 16;
    private static final String TYPE = "application/zip";

    public List<Route> routes() {
        return List.of(Route.of(Method.POST, "/v1/workspaces/{id}/ship", Need.READ, this::ship));
    }

    private record Typed(
            boolean includePrivate,
            boolean withGit,
            boolean sign,
            boolean noScan,
            List<String> allowed,
            boolean dryRun) {
        static Typed read(JsonReader in) throws JsonRefusal {
            return new Typed(
                    flag(in, "include_private"),
                    flag(in, "with_git"),
                    flag(in, "sign"),
                    flag(in, "no_scan"),
                    Fielded.texts(in, "allow_secret").orElse(List.of()),
                    flag(in, "dry_run"));
        }

        private static boolean flag(JsonReader in, String name) throws JsonRefusal {
            return in.optionalBool(name).orElse(false);
        }

        /// Private volumes are for those who may read them; a signature is the tenant's word.
        void check(Caller caller) throws Objection {
            if (includePrivate) caller.require(Scope.VFS);
            if (sign) caller.require(Scope.WRITE);
        }

        ShipWish wish() throws Failure {
            var places = new HashSet<AllowedSecret>();
            for (String place : allowed) places.add(AllowedSecret.parse(place));
            return new ShipWish(includePrivate, withGit, sign, !noScan, places);
        }
    }

    private Answer ship(Call call) throws Failure, Objection {
        var session = sessions.find(call.key());
        var typed = call.json(Typed::read);
        typed.check(call.caller());
        if (typed.dryRun()) {
            var departure = sharing.preview(session.key(), typed.wish());
            return Answer.json(Json.object().put("dry_run", true).putAll(departure.json()).build());
        }
        var parcel = sharing.ship(session.key(), typed.wish());
        var manifest = parcel.shipped().manifest();
        var answer =
                Answer.stream(200, TYPE, parcel.size(), out -> write(parcel, out))
                        .with(
                                "Content-Disposition",
                                "attachment; filename=\"%s.wbundle\"".formatted(manifest.id()))
                        .with("Berth-Bundle", summary(parcel));
        return manifest.signer().isEmpty()
                ? answer
                : answer.with("Berth-Signer", manifest.signer().get().id());
    }

    /// Short and in ASCII: a header has no room for names.
    private static String summary(Parcel parcel) {
        Departure departure = parcel.shipped().departure();
        return Json.object()
                .put("id", parcel.shipped().manifest().id())
                .put("sent", Departure.tallies(departure.sent()))
                .put("withheld", Departure.tallies(departure.withheld()))
                .put("repositories", departure.repositories().size())
                .put("left_out", departure.leftOut().size())
                .put("unsettled", departure.unsettled().size())
                .build()
                .compact();
    }

    private static void write(Parcel parcel, Answer.Out out) throws Failure {
        try (parcel) {
            var piece = new byte[PIECE];
            long position = 0;
            for (int count; (count = parcel.read(piece, position)) > 0; position += count) {
                out.write(piece, 0, count);
            }
        }
    }
}
