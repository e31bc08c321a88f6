package dev.berth.runner.agent;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/// A disk that goes into a depot, is lost, and comes back from there alone.
final class DepotRoundTrip {
    private DepotRoundTrip() {}

    static void of(Path disk, SessionId session, Path store) throws Exception {
        var files = SystemFiles.here();
        var random = new SecureRandom();
        var tools = new Tools(files, Clock.systemUTC(), random, 1);
        Files.createDirectory(store);
        var blobs = FolderBlobs.open(files, store);
        Depot.init(blobs, Depot.plan(Depot.Kind.SEALED, tools));
        try (var depot = Depot.open(blobs, Optional.of(MasterKey.generate(random)), tools)) {
            var tenant = depot.tenant(new SessionId("default"));
            var domain = tenant.domainToWrite(DomainName.COMMON);
            try (var source = SourceTree.open(files, disk)) {
                tenant.taking(domain).take(source, Wish.of(session), Progress.NONE);
            }
            new ProcessBuilder("rm", "-rf", disk.toString()).start().waitFor();
            var checkpoint = tenant.find("latest");
            tenant.restoring(checkpoint)
                    .restore(
                            checkpoint,
                            disk,
                            new RestoreCheckpoint.Wish(Map.of(), false, false),
                            Progress.NONE);
        }
        for (String volume : new String[] {"workspace", "memory", "tmp"}) {
            Files.createDirectories(disk.resolve(volume));
        }
    }
}
