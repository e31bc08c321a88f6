package dev.berth.bundle;

import dev.berth.bundle.receive.Receive;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.ship.Ship;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.bundle.ship.Shipped;
import dev.berth.disk.Disk;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.moving.Create;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/// Real files below a folder, and everything that works on them.
public record Port(Path folder, FileLayer files, DiskFiles disks, Clock clock) {
    public static final String PRODUCER = "berth/test";

    /// Both forms of a disk.
    public enum Form {
        TREE(""),
        FILE(".sqlite");

        private final String ending;

        Form(String ending) {
            this.ending = ending;
        }
    }

    public static Port at(Path folder) {
        return at(folder, SystemFiles.here());
    }

    public static Port at(Path folder, FileLayer files) {
        var clock = Clock.fixed(Instant.parse("2026-03-04T05:06:07.891Z"), ZoneOffset.UTC);
        return new Port(folder, files, new SqliteFiles(files, clock, Duration.ofSeconds(5)), clock);
    }

    public Path path(String name) {
        return folder.resolve(name);
    }

    public Path path(String name, Form form) {
        return folder.resolve(name + form.ending);
    }

    /// Makes an empty disk and returns where it is.
    public Path create(String name, Form form) throws Failure {
        var path = path(name, form);
        var create = new Create(files, disks);
        switch (form) {
            case TREE -> create.tree(path);
            case FILE -> create.file(path);
        }
        return path;
    }

    public Disk open(Path path) throws Failure {
        return Files.isDirectory(path)
                ? TreeDisk.open(files, path, clock, disks)
                : disks.open(path);
    }

    public Shipped ship(Path disk, Path bundle, ShipOptions options) throws Failure {
        try (var lanes = Lanes.of(2)) {
            return new Ship(files, disks, lanes, BundleLimits.USUAL, PRODUCER)
                    .ship(disk, bundle, options, BundleProgress.NONE);
        }
    }

    public Shipped ship(Path disk, Path bundle) throws Failure {
        return ship(disk, bundle, ShipOptions.PLAIN);
    }

    public Receive.Received receive(Path bundle, Path target, Terms terms) throws Failure {
        try (var lanes = Lanes.of(2)) {
            var receive = new Receive(files, disks, lanes, BundleLimits.USUAL);
            return target.toString().endsWith(".sqlite")
                    ? receive.intoFile(bundle, target, terms, BundleProgress.NONE)
                    : receive.intoTree(bundle, target, terms, BundleProgress.NONE);
        }
    }

    public Receive.Received receive(Path bundle, Path target) throws Failure {
        return receive(bundle, target, Terms.USUAL);
    }

    public Receive.Received verify(Path bundle, Terms terms) throws Failure {
        try (var lanes = Lanes.of(2)) {
            return new Receive(files, disks, lanes, BundleLimits.USUAL)
                    .verify(bundle, terms, BundleProgress.NONE);
        }
    }
}
