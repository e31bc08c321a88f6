package dev.berth.depot;

import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.restore.Receipt;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.Outcome;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/// A depot in a folder of a test, with the calls that tests make again and again.
public final class DepotFixture implements AutoCloseable {
    public static final SessionId TENANT = new SessionId("default");
    public static final SessionId SESSION = new SessionId("ses_1");

    private final Path folder;
    private final Tools tools;
    private final Optional<KeyService> key;
    private Depot depot;

    private DepotFixture(Path folder, Tools tools, Optional<KeyService> key) throws Failure {
        this.folder = folder;
        this.tools = tools;
        this.key = key;
        this.depot = opened();
    }

    public static DepotFixture make(Path folder, Depot.Kind kind) throws Failure, IOException {
        return make(folder, kind, SystemFiles.here());
    }

    public static DepotFixture make(Path folder, Depot.Kind kind, FileLayer files)
            throws Failure, IOException {
        if (files.getClass().getPackageName().endsWith("linux")) Files.createDirectories(folder);
        var random = new SecureRandom();
        var tools = new Tools(files, Clock.systemUTC(), random, 3);
        try (var store = FolderBlobs.open(files, folder)) {
            Depot.init(store, Depot.plan(kind, tools));
        }
        Optional<KeyService> key =
                kind == Depot.Kind.CLEAR
                        ? Optional.empty()
                        : Optional.of(MasterKey.generate(random));
        return new DepotFixture(folder, tools, key);
    }

    /// The same depot, as another process would open it.
    public void reopen() throws Failure {
        depot.close();
        depot = opened();
    }

    public Tenant tenant() {
        return depot.tenant(TENANT);
    }

    public Depot depot() {
        return depot;
    }

    public Optional<KeyService> key() {
        return key;
    }

    public Path folder() {
        return folder;
    }

    public Outcome snapshot(Path tree) throws Failure {
        return snapshot(tree, SESSION);
    }

    public Outcome snapshot(Path tree, SessionId session) throws Failure {
        return snapshot(tree, session, Wish::of);
    }

    public Outcome snapshot(Path tree, SessionId session, Function<SessionId, Wish> wish)
            throws Failure {
        var tenant = tenant();
        var domain = tenant.domainToWrite(tenant.domainOf(session, false));
        try (var source = SourceTree.open(tools.files(), tree)) {
            return tenant.taking(domain).take(source, wish.apply(session), Progress.NONE);
        }
    }

    public Receipt restore(Checkpoint checkpoint, Path target) throws Failure {
        return restore(checkpoint, target, RestoreCheckpoint.Wish.ALL);
    }

    public Receipt restore(Checkpoint checkpoint, Path target, RestoreCheckpoint.Wish wish)
            throws Failure {
        return tenant().restoring(checkpoint).restore(checkpoint, target, wish, Progress.NONE);
    }

    @Override
    public void close() {
        depot.close();
    }

    private Depot opened() throws Failure {
        return Depot.open(FolderBlobs.open(tools.files(), folder), key, tools);
    }
}
