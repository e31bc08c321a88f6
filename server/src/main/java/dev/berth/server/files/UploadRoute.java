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
import dev.berth.session.files.Expected;
import dev.berth.session.files.FilePath;
import dev.berth.session.life.FileUpload;
import dev.berth.session.life.Sessions;

import java.util.ArrayList;
import java.util.List;

/// Several files in one call, as a form sends them; all of them are there afterwards, or none.
public record UploadRoute(Sessions sessions) {
    public List<Route> routes() {
        return List.of(
                Route.of(Method.POST, "/v1/workspaces/{id}/upload", Need.WRITE, this::upload)
                        .asking("volume"));
    }

    private Answer upload(Call call) throws Failure, Objection {
        var place = Place.of(call, sessions, FilePath.TOP);
        try (var upload = sessions.files().upload(place.key(), place.volume())) {
            var parts = call.parts();
            var files = new ArrayList<Json.Obj>();
            for (var part = parts.next(); part.isPresent(); part = parts.next()) {
                files.add(taken(upload, part.get()));
            }
            var done = upload.finish(Expected.anything());
            return Answer.json(
                    Json.object()
                            .put("volume", place.volume().label())
                            .put("files", files)
                            .putText("checkpoint", done.checkpoint())
                            .build());
        }
    }

    private static Json.Obj taken(FileUpload upload, Part part) throws Failure {
        var name = part.filename().filter(text -> !text.isEmpty());
        if (name.isEmpty()) {
            throw new Failure.Refused(
                    "a part has no filename", "give each file one; it may be a relative path");
        }
        var path = FilePath.parse(name.get());
        var taken =
                upload.add(path, part.executable(), part.content().length(), part.content()::read);
        return Json.object()
                .put("path", path.text())
                .put("size", taken.size())
                .put("sha256", taken.hash().hex())
                .build();
    }
}
