package dev.berth.cli.disk;

import dev.berth.cli.Shown;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;

import java.util.Map;
import java.util.TreeMap;

/// Counts, as answers show them.
final class Facts {
    private Facts() {}

    static Json.Obj json(Map<Volume, Tally> tallies) {
        var fields = Json.object();
        new TreeMap<>(tallies)
                .forEach(
                        (volume, tally) ->
                                fields.put(
                                        volume.label(),
                                        Json.object()
                                                .put("files", tally.files())
                                                .put("bytes", tally.bytes())
                                                .build()));
        return fields.build();
    }

    static String words(Map<Volume, Tally> tallies) {
        var words = new StringBuilder();
        new TreeMap<>(tallies)
                .forEach(
                        (volume, tally) ->
                                words.append(words.isEmpty() ? "" : ", ")
                                        .append(volume.label())
                                        .append(" (")
                                        .append(words(tally))
                                        .append(')'));
        return words.toString();
    }

    static String words(Tally tally) {
        return Shown.count(tally.files(), "file") + ", " + Shown.bytes(tally.bytes());
    }
}
