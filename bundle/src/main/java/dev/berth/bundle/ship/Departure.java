package dev.berth.bundle.ship;

import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What travels and what stays at home.
///
/// @param sent by volume
/// @param withheld by volume, whole volumes
/// @param repositories the names of repositories that stay at home
/// @param inRepositories what is in them
/// @param leftOut single entries that stay at home, each with its reason
/// @param unsettled files that somebody wrote while they were read
/// @param secrets what looks like a secret
/// @param unmatched places of allowed secrets at which none was found
public record Departure(
        Map<Volume, Tally> sent,
        Map<Volume, Tally> withheld,
        List<String> repositories,
        Tally inRepositories,
        List<LeftOut> leftOut,
        List<String> unsettled,
        List<FoundSecret> secrets,
        List<String> unmatched) {
    public Departure {
        sent = Map.copyOf(sent);
        withheld = Map.copyOf(withheld);
        repositories = List.copyOf(repositories);
        leftOut = List.copyOf(leftOut);
        unsettled = List.copyOf(unsettled);
        secrets = List.copyOf(secrets);
        unmatched = List.copyOf(unmatched);
    }

    /// For programs.
    public Json.Obj json() {
        return Json.object()
                .put("sent", tallies(sent))
                .put("withheld", tallies(withheld))
                .put(
                        "repositories",
                        Json.object()
                                .putTexts("paths", repositories)
                                .put("files", inRepositories.files())
                                .put("bytes", inRepositories.bytes()))
                .put("left_out", leftOut.stream().map(LeftOut::json).toList())
                .putTexts("unsettled", unsettled)
                .put("secrets", secrets.stream().map(FoundSecret::json).toList())
                .putTexts("unmatched", unmatched)
                .build();
    }

    /// Counts by volume.
    public static Json.Obj tallies(Map<Volume, Tally> tallies) {
        var fields = Json.object();
        new TreeMap<>(tallies)
                .forEach(
                        (volume, tally) ->
                                fields.put(
                                        volume.label(),
                                        Json.object()
                                                .put("files", tally.files())
                                                .put("bytes", tally.bytes())));
        return fields.build();
    }

    /// One entry that does not travel.
    public record LeftOut(String path, String reason) {
        Json.Obj json() {
            return Json.object().put("path", path).put("reason", reason).build();
        }
    }
}
