package dev.berth.depot.kill;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.SplittableRandom;

/// Takes one snapshot after the other of a tree that it changes in between, and says each when it
/// is acknowledged, until it is killed.
final class SnapshotChild {
    private SnapshotChild() {}

    public static void main(String[] arguments) throws Exception {
        var files = SystemFiles.here();
        Path tree = Path.of(arguments[1]);
        var random = new SplittableRandom(Long.parseLong(arguments[2]));
        var session = new SessionId("s" + arguments[2]);
        var tools = new Tools(files, Clock.systemUTC(), new SecureRandom(), 2);
        try (var depot =
                Depot.open(
                        FolderBlobs.open(files, Path.of(arguments[0])), Optional.empty(), tools)) {
            var tenant = depot.tenant(new SessionId("default"));
            var domain = tenant.domainToWrite(DomainName.COMMON);
            while (true) {
                var bytes = new byte[random.nextInt(1, 20_000)];
                random.nextBytes(bytes);
                Files.write(tree.resolve("file-" + random.nextInt(6)), bytes);
                try (var source = SourceTree.open(files, tree)) {
                    var outcome =
                            tenant.taking(domain).take(source, Wish.of(session), Progress.NONE);
                    var checkpoint = outcome.checkpoint();
                    System.out.println(
                            checkpoint.id()
                                    + " "
                                    + checkpoint.trees().getFirst().digest().hex()
                                    + " ok");
                }
            }
        }
    }
}
