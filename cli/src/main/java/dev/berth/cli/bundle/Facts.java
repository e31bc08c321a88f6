package dev.berth.cli.bundle;

import dev.berth.bundle.Manifest;
import dev.berth.bundle.receive.Receive.Received;
import dev.berth.cli.Shown;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a manifest says, in words.
final class Facts {
    private Facts() {}

    /// Of a bundle that somebody sent: how it was looked through is their word alone.
    static String alleged(Manifest manifest) {
        return line(manifest, "the sender says: " + scan(manifest));
    }

    /// Of a bundle that was made here.
    static String line(Manifest manifest) {
        return line(manifest, scan(manifest));
    }

    private static String scan(Manifest manifest) {
        return switch (manifest.secretScan()) {
            case CLEAN -> "no secrets found";
            case ALLOWED -> "finds of the secret scan were allowed";
            case SKIPPED -> "not looked through for secrets";
        };
    }

    private static String line(Manifest manifest, String scan) {
        return "%s; %s; %s; %s"
                .formatted(
                        manifest.privateIncluded() ? "private volumes included" : "nothing private",
                        manifest.gitIncluded() ? "repositories included" : "no repositories",
                        scan,
                        manifest.signer().map(key -> "signed by " + key.id()).orElse("not signed"));
    }

    static String words(Map<Volume, Tally> tallies) {
        return new TreeMap<>(tallies)
                .entrySet().stream()
                        .map(
                                one ->
                                        "%s (%s, %s)"
                                                .formatted(
                                                        one.getKey().label(),
                                                        Shown.count(one.getValue().files(), "file"),
                                                        Shown.bytes(one.getValue().bytes())))
                        .collect(Collectors.joining(", "));
    }

    /// Whose word it is that a bundle is what it is.
    static String trust(Received received, boolean pinned) {
        if (received.signer().isEmpty()) return "not signed: anybody may have made it";
        String key = received.signer().get().id();
        return pinned
                ? "signed by " + key + ", as expected"
                : "signed by " + key + "; compare that with the sender, or pin it with --signer";
    }
}
