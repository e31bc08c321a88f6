package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.depot.s3.Bucket;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.util.Map;

/// The two depots of a copy, each as a command on it alone would name it. What is said of keys and
/// of a bucket's server is said of both; `--to-…` says it of the target.
final class Copying {
    static final String FROM = "FROM";
    static final String TO = "TO";
    private static final int FAR_READERS = 8;
    private static final Map<String, String> KEY =
            Map.of(KeyPlaces.FILE, "--to-key-file", KeyPlaces.COMMAND, "--to-key-command");
    private static final Map<String, String> BUCKET =
            Map.of(Buckets.ENDPOINT, "--to-endpoint", Buckets.REGION, "--to-region");

    private Copying() {}

    static Spec option(Spec spec) {
        return spec.value("--to-key-file", "FILE", "the target's master key, if it has another")
                .value("--to-key-command", "PROGRAM", "who keeps that of the target")
                .value("--to-endpoint", "URL", "of the target's server, if it has another")
                .value("--to-region", "REGION", "of the target's bucket");
    }

    static Given from(Given given) {
        return given.calling(OpenedDepot.DEPOT, FROM);
    }

    /// What was typed for the target alone counts there in place of what was typed for both.
    static Given to(Given given) {
        var to = given.calling(OpenedDepot.DEPOT, TO);
        for (var pair : BUCKET.entrySet()) {
            if (given.optional(pair.getValue()).isPresent()) {
                to = to.calling(pair.getKey(), pair.getValue());
            }
        }
        if (!hasKey(given)) return to;
        // Both: two ways to a key contradict each other, also when one is said of the other depot.
        for (var pair : KEY.entrySet()) to = to.calling(pair.getKey(), pair.getValue());
        return to;
    }

    /// Whether the target's key was typed.
    static boolean hasKey(Given given) {
        return KEY.values().stream().anyMatch(option -> given.optional(option).isPresent());
    }

    /// A depot lacks nothing of its own.
    static void requireTwo(Given given, World world, OpenedDepot from, OpenedDepot to)
            throws Failure {
        if (!from.depot().description().id().equals(to.depot().description().id())) return;
        String one = place(from(given), world);
        if (!one.equals(place(to(given), world))) return;
        throw new Failure.Refused("that is the same depot twice", "name another one to copy to");
    }

    private static String place(Given given, World world) throws Failure {
        var folder = OpenedDepot.folder(given, world);
        if (folder.isEmpty()) {
            return new Buckets(world).find(given, given.text(OpenedDepot.DEPOT)).whole();
        }
        try {
            return world.files().realPath(folder.get()).toString();
        } catch (FileFault fault) {
            throw fault.asFailure(folder.get().toString());
        }
    }

    /// What lies far away is waited for: more read at once then.
    static int readers(Given given) {
        int cores = Runtime.getRuntime().availableProcessors();
        return Bucket.isMeant(given.text(FROM)) ? Math.max(FAR_READERS, cores) : cores;
    }
}
