package dev.berth.durable.modelled;

import dev.berth.durable.FileStat;

import java.time.Instant;

/// One thing on the modelled disk, whatever its names. Guarded by its [ModelledFiles].
abstract sealed class Node permits FileNode, FolderNode, LinkNode {
    private static final long DEVICE = 1;

    private final long number;
    private Attributes synced;
    private Attributes attributes;
    private boolean attributesSet;
    private Instant changed;

    Node(long number, Attributes attributes, Instant changed) {
        this.number = number;
        this.synced = attributes;
        this.attributes = attributes;
        this.changed = changed;
    }

    abstract FileStat.Kind kind();

    abstract long size();

    abstract long blocks();

    abstract long links();

    final long number() {
        return number;
    }

    final FileStat stat() {
        return new FileStat(
                kind(),
                attributes.mode(),
                attributes.uid(),
                attributes.gid(),
                size(),
                blocks(),
                number,
                DEVICE,
                links(),
                attributes.modifiedSeconds(),
                attributes.modifiedNanos(),
                changed.getEpochSecond(),
                changed.getNano());
    }

    final Attributes attributes() {
        return attributes;
    }

    /// Somebody set mode, owner or time, which a crash may undo.
    final void set(Attributes now, Instant when) {
        attributes = now;
        attributesSet = true;
        changed = when;
    }

    /// The content changed, and the times with it. These are not worth states of their own.
    final void touch(Instant when) {
        attributes = attributes.touched(when);
        changed = when;
    }

    final void changed(Instant when) {
        changed = when;
    }

    final Instant changed() {
        return changed;
    }

    final void syncAttributes() {
        synced = attributes;
        attributesSet = false;
    }

    /// The attributes that a crash leaves.
    final Attributes surviving(Choices choices) {
        if (!attributesSet || synced.equals(attributes)) return attributes;
        return choices.pick(2) == 0 ? synced : attributes;
    }
}
