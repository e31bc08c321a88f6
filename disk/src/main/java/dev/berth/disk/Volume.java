package dev.berth.disk;

import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// One of the three lanes of a disk, with the contract that its bytes live under. Whatever clears,
/// withholds or ignores bytes asks here, so that no second list can drift from this one.
public enum Volume {
    /// The work itself.
    WORKSPACE(OnResume.KEPT, OnShare.SENT),
    /// What was learned: durable, never shipped.
    MEMORY(OnResume.KEPT, OnShare.WITHHELD),
    /// Scratch: gone at the next wake.
    TMP(OnResume.CLEARED, OnShare.WITHHELD);

    private enum OnResume {
        KEPT,
        CLEARED
    }

    private enum OnShare {
        SENT,
        WITHHELD
    }

    private final OnResume onResume;
    private final OnShare onShare;
    private final String label;

    Volume(OnResume onResume, OnShare onShare) {
        this.onResume = onResume;
        this.onShare = onShare;
        this.label = name().toLowerCase(Locale.ROOT);
    }

    /// The name in files, tables and on the command line.
    public String label() {
        return label;
    }

    public boolean survivesResume() {
        return onResume == OnResume.KEPT;
    }

    /// Whether its bytes leave when the disk is shared.
    public boolean travels() {
        return onShare == OnShare.SENT;
    }

    public static Set<Volume> all() {
        return those(_ -> true);
    }

    public static Set<Volume> survivingResume() {
        return those(Volume::survivesResume);
    }

    public static Set<Volume> clearedOnResume() {
        return those(volume -> !volume.survivesResume());
    }

    public static Set<Volume> travelling() {
        return those(Volume::travels);
    }

    public static Set<Volume> withheld() {
        return those(volume -> !volume.travels());
    }

    /// The lines that keep the private volumes of a tree out of git. Anchored: the work may have a
    /// `tmp/` of its own.
    public static List<String> gitIgnoreLines() {
        return withheld().stream().map(volume -> "/" + volume.label + "/").toList();
    }

    /// The volume that `text` names, spelt exactly.
    public static Volume parse(String text) throws Failure {
        for (Volume volume : values()) {
            if (volume.label.equals(text)) return volume;
        }
        throw new Failure.Malformed("no volume is called '" + text + "'", "use " + choices());
    }

    /// All labels, for a sentence.
    public static String choices() {
        return Arrays.stream(values()).map(Volume::label).collect(Collectors.joining(", "));
    }

    private static Set<Volume> those(Predicate<Volume> kind) {
        var chosen = EnumSet.noneOf(Volume.class);
        for (Volume volume : values()) {
            if (kind.test(volume)) chosen.add(volume);
        }
        return Collections.unmodifiableSet(chosen);
    }
}
