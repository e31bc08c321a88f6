package dev.berth.bench.depot;

import dev.berth.depot.Depot;
import dev.berth.depot.Tenant;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.restore.Choice;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The depot inside this process, which has done all of it before: the depot is open and its key is
/// known, everything else is looked up anew by each step.
final class WarmKeeper implements Keeper {
    static final String TITLE = "berth-warm";
    private static final Progress SILENT = Progress.NONE;
    private static final SessionId SESSION = new SessionId("bench");

    private final FileLayer files = SystemFiles.here();
    private final SecureRandom random = SystemRandom.here();
    private @Nullable Depot depot;

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Optional<String> absence() {
        return Optional.empty();
    }

    @Override
    public void begin(Spot spot) throws Failure {
        if (depot != null) depot.close();
        int cores = Runtime.getRuntime().availableProcessors();
        var tools = new Tools(files, Clock.systemUTC(), random, cores);
        var store = FolderBlobs.open(files, spot.store());
        Depot.init(store, Depot.plan(Depot.Kind.SEALED, tools));
        depot = Depot.open(store, Optional.of(MasterKey.generate(random)), tools);
    }

    @Override
    public Optional<Cost> run(Step step, Spot spot) throws Exception {
        if (depot == null) throw new IllegalStateException("not begun");
        var tenant = depot.tenant(new SessionId("default"));
        var own = OwnProcess.begin();
        if (step.isSnapshot()) take(tenant, spot);
        else restore(tenant, spot, step == Step.ONE_FILE);
        return Optional.of(own.end());
    }

    private void take(Tenant tenant, Spot spot) throws Exception {
        var domain = tenant.domainToWrite(DomainName.COMMON);
        try (var source = SourceTree.open(files, spot.tree());
                var cache = files.open(spot.cache())) {
            var key = key(tenant, domain, spot.tree().toString());
            tenant.taking(domain).take(source, Wish.of(SESSION).remembering(cache, key), SILENT);
        }
    }

    private void restore(Tenant tenant, Spot spot, boolean one) throws Exception {
        Checkpoint checkpoint = tenant.find("latest");
        var domain = tenant.domain(checkpoint.domain());
        try (var cache = files.open(spot.cache())) {
            var key = key(tenant, domain, spot.out().toString());
            var wish =
                    new RestoreCheckpoint.Wish(one ? part(spot.file()) : Map.of(), false, false)
                            .remembering(new Wish.Memory(cache, key));
            tenant.restoring(checkpoint).restore(checkpoint, spot.out(), wish, SILENT);
        }
    }

    private static Map<Volume, Choice> part(String file) {
        var names = Arrays.stream(file.split("/", -1)).map(Name::of).toList();
        return Map.of(Volume.WORKSPACE, Choice.of(List.of(names)));
    }

    private CacheKey key(Tenant tenant, Domain domain, String path) {
        var id = tenant.depot().description().id();
        return new CacheKey(id, domain.tenant(), domain.name().value(), path);
    }
}
