package dev.berth.bench.depot;

import java.util.Map;
import java.util.Optional;

/// A keeper that is a command, from its start to its end. Its scripts find `TREE`, `STORE`,
/// `CACHE`, `OUT`, `FILE` and `STEP` in the environment.
///
/// @param programs what it needs, with spaces between
/// @param begin makes an empty store in the folder `STORE`, which is there
/// @param snapshot takes the tree
/// @param restore brings all of it back to `OUT`
/// @param oneFile brings back `FILE` to `OUT`; empty when it cannot
record CommandKeeper(
        Shell shell,
        String title,
        String programs,
        String begin,
        String snapshot,
        String restore,
        String oneFile)
        implements Keeper {
    @Override
    public Optional<String> absence() throws Exception {
        for (String program : programs.split(" ", -1)) {
            if (!Shell.has(program)) return Optional.of(program + " is not installed");
        }
        return Optional.empty();
    }

    @Override
    public void begin(Spot spot) throws Exception {
        shell.run(begin, variables(spot, "begin"));
    }

    @Override
    public Optional<Cost> run(Step step, Spot spot) throws Exception {
        String script =
                switch (step) {
                    case FIRST, UNCHANGED, TURN -> snapshot;
                    case RESTORE -> restore;
                    case ONE_FILE -> oneFile;
                };
        if (script.isEmpty()) return Optional.empty();
        return Optional.of(shell.run(script, variables(spot, step.label())));
    }

    private static Map<String, String> variables(Spot spot, String step) {
        return Map.ofEntries(
                Map.entry("TREE", spot.tree().toString()),
                Map.entry("STORE", spot.store().toString()),
                Map.entry("CACHE", spot.cache().toString()),
                Map.entry("OUT", spot.out().toString()),
                Map.entry("FILE", spot.file()),
                Map.entry("STEP", step),
                Map.entry("RESTIC_PASSWORD", "bench"),
                Map.entry("BORG_PASSPHRASE", "bench"));
    }
}
