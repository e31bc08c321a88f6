package dev.berth.disk;

import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;

import java.time.Clock;
import java.time.Duration;

/// The real thing, wired for tests.
public final class Disks {
    public static final FileLayer FILES = SystemFiles.here();
    public static final DiskFiles DISKS = with(DiskContract.CLOCK, Duration.ofSeconds(5));

    private Disks() {}

    public static DiskFiles with(Clock clock, Duration patience) {
        return new SqliteFiles(FILES, clock, patience);
    }
}
