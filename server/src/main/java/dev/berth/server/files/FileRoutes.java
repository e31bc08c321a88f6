package dev.berth.server.files;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Part;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;
import dev.berth.session.files.Expected;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.NamePattern;
import dev.berth.session.life.OpenedFile;
import dev.berth.session.life.Sessions;

import java.util.List;

/// What lies in a workspace, in every state of it.
public record FileRoutes(Sessions sessions) {
    private static final String ALL = "/v1/workspaces/{id}/files";
    private static final String ONE = ALL + "/{path}";
    private static final int MOST_FOUND = 5_000;

    public List<Route> routes() {
        return List.of(
                Route.of(Method.GET, ALL, Need.READ, this::top).asking("volume", "q", "archive"),
                Route.of(Method.GET, ONE, Need.READ, this::get).asking("volume", "q", "archive"),
                Route.of(Method.PUT, ONE, Need.WRITE, this::put).asking("volume"),
                Route.of(Method.DELETE, ONE, Need.WRITE, this::delete)
                        .asking("volume", "recursive"));
    }

    private Answer top(Call call) throws Failure, Objection {
        return folder(call, Place.of(call, sessions, FilePath.TOP));
    }

    private Answer get(Call call) throws Failure, Objection {
        var place = Place.of(call, sessions);
        boolean ofFolder =
                call.query().text("q").isPresent() || call.query().text("archive").isPresent();
        if (ofFolder) return folder(call, place);
        var file = sessions.files().openUnlessFolder(place.key(), place.volume(), place.path());
        return file.isEmpty() ? folder(call, place) : sent(call, file.get());
    }

    private Answer folder(Call call, Place place) throws Failure {
        var wanted = call.query().text("q");
        var archive = call.query().text("archive");
        if (wanted.isPresent() && archive.isPresent()) {
            throw new Failure.Malformed("q and archive do not go together", "send one of them");
        }
        if (wanted.isPresent()) return found(place, NamePattern.parse(wanted.get()));
        if (archive.isPresent()) return packed(place, Archive.Format.parse(archive.get()));
        return list(place);
    }

    private Answer found(Place place, NamePattern pattern) throws Failure {
        var found =
                sessions.files()
                        .find(place.key(), place.volume(), place.path(), pattern, MOST_FOUND);
        return Answer.json(
                Json.object()
                        .put("volume", place.volume().label())
                        .put("path", place.path().text())
                        .put("entries", found.hits().stream().map(Entries::shown).toList())
                        .put("truncated", found.more())
                        .build());
    }

    private Answer packed(Place place, Archive.Format format) throws Failure {
        var view = sessions.files().view(place.key(), place.volume());
        try {
            return Archive.of(view, place, format);
        } catch (Failure | RuntimeException | Error refused) {
            view.close();
            throw refused;
        }
    }

    private Answer list(Place place) throws Failure {
        var found = sessions.files().list(place.key(), place.volume(), place.path());
        return Answer.json(
                Json.object()
                        .put("volume", place.volume().label())
                        .put("path", place.path().text())
                        .put("entries", found.stream().map(Entries::shown).toList())
                        .build());
    }

    private static Answer sent(Call call, OpenedFile file) throws Failure, Objection {
        try {
            return new Reading(file, Conditions.of(call)).answer(call.header("Range"));
        } catch (Failure | Objection | RuntimeException | Error refused) {
            file.close();
            throw refused;
        }
    }

    private Answer put(Call call) throws Failure, Objection {
        var place = Place.of(call, sessions);
        var expected = Conditions.of(call).beforeChange();
        if (call.header("Content-Range").isPresent()) {
            throw new Failure.Malformed(
                    "a part of a file cannot be written", "send the whole of it");
        }
        try (var upload = sessions.files().upload(place.key(), place.volume())) {
            var body = call.body();
            boolean executable = call.header(Part.EXECUTABLE).filter("true"::equals).isPresent();
            var taken = upload.add(place.path(), executable, body.length(), body::read);
            var done = upload.finish(expected);
            return Answer.json(
                            done.isNew() ? 201 : 200,
                            Json.object()
                                    .put("volume", place.volume().label())
                                    .put("path", place.path().text())
                                    .put("size", taken.size())
                                    .put("sha256", taken.hash().hex())
                                    .putText("checkpoint", done.checkpoint())
                                    .build())
                    .with("ETag", Conditions.tag(taken.hash()));
        } catch (Failure.Conflict conflict) {
            throw unexpected(conflict);
        }
    }

    private Answer delete(Call call) throws Failure, Objection {
        var place = Place.of(call, sessions);
        boolean whole = call.query().flag("recursive").orElse(false);
        var expected = Conditions.of(call).beforeChange();
        try {
            sessions.files().remove(place.key(), place.volume(), place.path(), whole, expected);
            return Answer.empty(204);
        } catch (Failure.Conflict conflict) {
            throw unexpected(conflict);
        }
    }

    /// That a condition of the call does not hold has a status of its own.
    private static Failure unexpected(Failure.Conflict conflict) throws Objection {
        if (!Expected.Unexpected.isOne(conflict)) return conflict;
        throw new Objection(
                Problem.failedPrecondition(conflict.what(), conflict.advice(), conflict.facts()));
    }
}
