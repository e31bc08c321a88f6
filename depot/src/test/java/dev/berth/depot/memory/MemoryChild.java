package dev.berth.depot.memory;

import dev.berth.depot.Depot;
import dev.berth.depot.Tenant;
import dev.berth.depot.Tools;
import dev.berth.depot.Upkeep;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Does with a depot what it is told, in as much heap as it was given, and says of each step what
/// it took. A step is a word, and behind `=` what it is about.
final class MemoryChild {
    private final Path folder;
    private final Depot depot;
    private final Tenant tenant;
    private final FileLayer files = SystemFiles.here();

    private MemoryChild(Path folder, Depot depot) {
        this.folder = folder;
        this.depot = depot;
        this.tenant = depot.tenant(new SessionId("default"));
    }

    /// A folder, which has the depot in it, and steps.
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        var layer = SystemFiles.here();
        var tools = new Tools(layer, Clock.systemUTC(), new SecureRandom(), 2);
        Path place = folder.resolve("depot");
        if (!Files.exists(place)) {
            Files.createDirectories(place);
            Files.createDirectories(folder.resolve("cache"));
            try (var store = FolderBlobs.open(layer, place)) {
                Depot.init(store, Depot.plan(Depot.Kind.CLEAR, tools));
            }
        }
        for (String step : List.of(arguments).subList(1, arguments.length)) {
            pools().forEach(MemoryPoolMXBean::resetPeakUsage);
            long begin = System.nanoTime();
            String told;
            try (var depot = Depot.open(FolderBlobs.open(layer, place), Optional.empty(), tools)) {
                told = new MemoryChild(folder, depot).run(step);
            }
            System.out.printf(
                    "%s: %s (%d ms, at most %d MiB used)%n",
                    step, told, (System.nanoTime() - begin) / 1_000_000, peak() >> 20);
        }
        System.out.println("done");
    }

    private String run(String step) throws Exception {
        String verb = step.replaceFirst("=.*", "");
        String about = step.replaceFirst("[^=]*=?", "");
        return switch (verb) {
            case "chunks" -> {
                ManyChunks.put(tenant, Integer.parseInt(about));
                yield "put";
            }
            case "snapshot" -> snapshot(about);
            case "restore" -> restore(about);
            case "verify" -> verdict(about.equals("data"));
            case "stats" -> "%d chunks".formatted(tenant.stats().chunks());
            case "forget" -> {
                new Upkeep(depot).forgetting(tenant).forget(List.of(tenant.entry(about)));
                yield "forgotten";
            }
            case "collect" -> {
                var collected = new Upkeep(depot).collect(false);
                yield "%d packs, %d bytes copied"
                        .formatted(collected.deletedPacks(), collected.copiedBytes());
            }
            case "lose" -> lose(about);
            default -> throw new IllegalArgumentException(step);
        };
    }

    private String snapshot(String tree) throws Exception {
        var domain = tenant.domainToWrite(DomainName.COMMON);
        try (var source = SourceTree.open(files, folder.resolve(tree));
                var cache = files.open(folder.resolve("cache"))) {
            var key = new CacheKey("depot", "default", "common", tree);
            var wish = Wish.of(new SessionId(tree)).remembering(cache, key);
            var outcome = tenant.taking(domain).take(source, wish, Progress.NONE);
            return "%d files, %d read".formatted(outcome.checkpoint().files(), outcome.filesRead());
        }
    }

    private String restore(String session) throws Exception {
        var checkpoint = tenant.find(session);
        var receipt =
                tenant.restoring(checkpoint)
                        .restore(
                                checkpoint,
                                folder.resolve("back-" + session),
                                RestoreCheckpoint.Wish.ALL,
                                Progress.NONE);
        return receipt.isWhole() ? "%d written".formatted(receipt.written()) : "NOT WHOLE";
    }

    private String verdict(boolean data) throws Exception {
        var verdict = new Upkeep(depot).verify(data);
        return "%s, %d files".formatted(verdict.isWhole() ? "whole" : "DAMAGED", verdict.files());
    }

    /// The index as a whole, or half of each of its objects.
    private String lose(String how) throws Exception {
        int count = 0;
        for (var listed : depot.store().list("default/common/index/")) {
            Path object = folder.resolve("depot").resolve(listed.name().value());
            if (how.equals("all")) {
                Files.delete(object);
            } else {
                byte[] bytes = Files.readAllBytes(object);
                bytes[bytes.length / 2] ^= 1;
                Files.write(object, bytes);
            }
            count++;
        }
        return "%d lost".formatted(count);
    }

    private static long peak() {
        return pools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    }

    private static List<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }
}
