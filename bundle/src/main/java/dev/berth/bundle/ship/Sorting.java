package dev.berth.bundle.ship;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.rules.Shape;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Puts entries in the order of a bundle and holds them to what a receiver takes.
record Sorting(BundleLimits limits) {
    private static final int SHOWN = 10;

    /// By volume, then by path, as bytes.
    static List<Planned> byName(List<Planned> entries) {
        var keyed = new ArrayList<Keyed>(entries.size());
        for (var entry : entries) keyed.add(new Keyed(entry));
        keyed.sort(null);
        var sorted = new ArrayList<Planned>(entries.size());
        for (var one : keyed) sorted.add(one.entry);
        return sorted;
    }

    void check(List<Planned> sorted) throws Failure {
        if (sorted.size() > limits.entries()) {
            throw tooMuch("%d entries".formatted(sorted.size()), limits.entries());
        }
        var flaws = new ArrayList<String>();
        var shape = new Shape(limits.depth());
        long total = 0;
        for (var one : sorted) {
            var entry = one.entry();
            total += entry.size();
            if (entry.size() > limits.entryBytes()) {
                throw tooMuch(one.shown() + " with its size", limits.entryBytes());
            }
            var flaw = shape.next(one.volume(), entry.path());
            flaw.ifPresent(why -> flaws.add(one.shown() + ": " + why));
            if (flaw.isEmpty() && bytes(one).length > limits.pathBytes()) {
                flaws.add(one.shown() + ": its path is too long");
            }
        }
        if (total > limits.totalBytes()) throw tooMuch(total + " bytes", limits.totalBytes());
        if (!flaws.isEmpty()) throw names(flaws);
    }

    private static Failure tooMuch(String what, long most) {
        return new Failure.Refused(
                "%s: more than a bundle takes (%d)".formatted(what, most),
                "ship a part of it, or use `berth depot snapshot`");
    }

    private static Failure names(List<String> flaws) {
        String shown = String.join(", ", flaws.subList(0, Math.min(SHOWN, flaws.size())));
        String more = flaws.size() > SHOWN ? " and %d more".formatted(flaws.size() - SHOWN) : "";
        return new Failure.Refused(
                "not every system can hold these: " + shown + more,
                "rename them and ship again",
                Map.of("names", String.valueOf(flaws.size())));
    }

    private static byte[] bytes(Planned entry) {
        return entry.zipName().getBytes(StandardCharsets.UTF_8);
    }

    private static final class Keyed implements Comparable<Keyed> {
        private final Planned entry;
        private final Volume volume;
        private final byte[] path;

        Keyed(Planned entry) {
            this.entry = entry;
            this.volume = entry.volume();
            this.path = entry.entry().path().value().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int compareTo(Keyed other) {
            int byVolume = volume.label().compareTo(other.volume.label());
            return byVolume != 0 ? byVolume : Arrays.compareUnsigned(path, other.path);
        }
    }
}
