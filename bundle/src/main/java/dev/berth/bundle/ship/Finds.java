package dev.berth.bundle.ship;

import dev.berth.bundle.secrets.SecretScanner;
import dev.berth.bundle.ship.Packer.Packed;
import dev.berth.bundle.ship.Selection.Reading;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What looked like a secret on the way, and whether it may travel.
final class Finds {
    private static final int SHOWN = 20;

    private Finds() {}

    static Reading of(List<Packed> packed, ShipOptions options) {
        var secrets = new ArrayList<FoundSecret>();
        var unsettled = new ArrayList<String>();
        var names = new HashSet<String>();
        var unmatched = new TreeSet<String>();
        if (options.scan()) options.allowed().forEach(one -> unmatched.add(one.place()));
        for (var one : packed) {
            String path = one.file().zipName();
            if (options.scan()) {
                var name = SecretScanner.inName(path);
                // A folder's name is told once, for all that lies in it.
                if (name.isPresent() && names.add(name.get().path())) {
                    var find = name.get();
                    boolean allowed = allows(options, find.path(), 0, unmatched);
                    secrets.add(new FoundSecret(find.shown(), 0, find.kind(), allowed));
                }
            }
            for (var find : one.findings()) {
                boolean allowed = allows(options, path, find.line(), unmatched);
                secrets.add(new FoundSecret(path, find.line(), find.kind(), allowed));
            }
            if (!one.settled()) unsettled.add(path);
        }
        return new Reading(unsettled, secrets, List.copyOf(unmatched));
    }

    private static boolean allows(
            ShipOptions options, String path, long line, Set<String> unmatched) {
        boolean allowed = false;
        for (var place : options.allowed()) {
            if (!place.covers(path, line)) continue;
            allowed = true;
            unmatched.remove(place.place());
        }
        return allowed;
    }

    /// Refuses unless each find was allowed. Says where, and what kind; never what.
    static void refuse(Reading reading) throws Failure {
        var open = new ArrayList<String>();
        for (var found : reading.secrets()) {
            if (!found.allowed()) open.add("%s (%s)".formatted(found.place(), found.kind()));
        }
        if (open.isEmpty()) return;
        String shown = String.join(", ", open.subList(0, Math.min(SHOWN, open.size())));
        String more = open.size() > SHOWN ? " and %d more".formatted(open.size() - SHOWN) : "";
        if (!reading.unmatched().isEmpty()) {
            more += "; nothing was found at " + String.join(", ", reading.unmatched());
        }
        // It is shown cut short, and two names may be alike until there.
        boolean named =
                reading.secrets().stream().anyMatch(one -> !one.allowed() && one.line() == 0);
        throw new Failure.Refused(
                "this looks like secrets, and would travel: " + shown + more,
                "take them out, or go on with --allow-secret PATH:LINE for each%s or with --no-scan"
                        .formatted(named ? " (line 0 is the name: write it in full)" : ""),
                Map.of("secrets", String.join(", ", open)));
    }
}
