package dev.berth.cli.client;

import dev.berth.bundle.ship.Departure;
import dev.berth.bundle.ship.Departure.LeftOut;
import dev.berth.bundle.ship.FoundSecret;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;

import java.util.EnumMap;
import java.util.Map;

/// What would travel, as a server says it.
final class Departures {
    private Departures() {}

    static Departure read(Json.Obj said) {
        var repositories = Fields.object(said, "repositories");
        return new Departure(
                tallies(Fields.object(said, "sent")),
                tallies(Fields.object(said, "withheld")),
                Fields.texts(repositories, "paths"),
                tally(repositories),
                Fields.objects(said, "left_out").stream()
                        .map(
                                one ->
                                        new LeftOut(
                                                Fields.text(one, "path"),
                                                Fields.text(one, "reason")))
                        .toList(),
                Fields.texts(said, "unsettled"),
                Fields.objects(said, "secrets").stream()
                        .map(
                                one ->
                                        new FoundSecret(
                                                Fields.text(one, "path"),
                                                Fields.number(one, "line"),
                                                Fields.text(one, "kind"),
                                                Fields.flag(one, "allowed")))
                        .toList(),
                Fields.texts(said, "unmatched"));
    }

    private static Map<Volume, Tally> tallies(Json.Obj said) {
        var tallies = new EnumMap<Volume, Tally>(Volume.class);
        for (var volume : Volume.values()) {
            if (said.fields().get(volume.label()) instanceof Json.Obj counts) {
                tallies.put(volume, tally(counts));
            }
        }
        return tallies;
    }

    private static Tally tally(Json.Obj counts) {
        return new Tally(Fields.number(counts, "files"), Fields.number(counts, "bytes"));
    }
}
