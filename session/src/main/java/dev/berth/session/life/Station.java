package dev.berth.session.life;

import dev.berth.depot.Depot;
import dev.berth.disk.DiskFiles;
import dev.berth.durable.FileLayer;
import dev.berth.session.IdleLimits;
import dev.berth.session.Node;
import dev.berth.session.Retention;
import dev.berth.session.Site;
import dev.berth.session.catalog.Catalog;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;

/// What a node works with: who it is, where rows, checkpoints and files are, who does the work, and
/// the rules of the house. `clock` is the wall's, which may jump; `ticks` counts nanoseconds and
/// never does. `home` is there and is ours alone.
public record Station(
        Node node,
        Site site,
        Catalog catalog,
        Depot depot,
        FileLayer files,
        DiskFiles disks,
        Path home,
        Crew crew,
        Rules rules,
        Clock clock,
        LongSupplier ticks,
        SecureRandom random) {
    /// How long things may take, and how long they are kept.
    public record Rules(IdleLimits idle, Retention retention, Duration lease, Duration trash) {
        public static final Rules DEFAULT =
                new Rules(
                        IdleLimits.DEFAULT,
                        Retention.DEFAULT,
                        Duration.ofSeconds(30),
                        Duration.ofHours(24));
    }
}
