package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.Sample;
import dev.berth.depot.Tools;
import dev.berth.depot.Upkeep;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

@DisplayName("A snapshot that stands still while others collect")
class StoppedSnapshotTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final SessionId TENANT = new SessionId("default");
    private static final SessionId OTHER = new SessionId("other");
    private static final SessionId OURS = new SessionId("ours");
    private static final Path ROOT = Path.of("/");

    @TempDir private Path scratch;

    @BeforeEach
    void makeTrees() throws Exception {
        Sample.make(scratch.resolve("tree"), 1, 4);
        Sample.make(scratch.resolve("gone"), 2, 4);
        Files.copy(scratch.resolve("tree").resolve(first()), scratch.resolve("gone/shared"));
    }

    private Path first() throws Exception {
        try (var all = Files.walk(scratch.resolve("tree"))) {
            var files = all.filter(Files::isRegularFile).sorted().toList();
            return scratch.resolve("tree").relativize(files.getFirst());
        }
    }

    /// Two of them take a stopped writer for dead, and a third takes its checkpoint away.
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void isTakenAllTheSame(int collects) throws Exception {
        int at = 0;
        while (isReached(at, collects)) at++;
        assertThat(at).as("places to stop at: %d", at).isGreaterThan(20);
    }

    /// False when the snapshot has less than `at` calls.
    private boolean isReached(int at, int collects) throws Exception {
        var files = new ModelledFiles();
        try (var store = FolderBlobs.open(files, ROOT)) {
            Depot.init(store, Depot.plan(Depot.Kind.CLEAR, tools(files)));
        }
        Path memory =
                Files.createDirectory(scratch.resolve("memory-%d-%d".formatted(collects, at)));
        try (var other = open(files)) {
            var forgotten = take(other, "gone", OTHER, Optional.empty());
            new Upkeep(other)
                    .forgetting(other.tenant(TENANT))
                    .forget(List.of(Checkpoints.entry(forgotten)));
            var stop = new Stop(at, other, collects);
            Checkpoint taken;
            try (var stopped = open(new InterceptedFiles(files, stop))) {
                stop.armed = true;
                taken = take(stopped, "tree", OURS, Optional.of(memory));
                stop.armed = false;
            }
            String what = "%s, which is call %d".formatted(stop.where, at);
            comesBack(other, taken, what);
            // What is remembered of the tree stands for what is there.
            comesBack(other, take(other, "tree", OURS, Optional.of(memory)), what);
            assertThat(new Upkeep(other).verify(true).isWhole()).as(what).isTrue();
            return !stop.where.isEmpty();
        }
    }

    /// Lets others collect before one call.
    private static final class Stop implements Interceptor {
        private final Depot other;
        private final int collects;
        private int left;
        private boolean armed;
        private String where = "";

        Stop(int at, Depot other, int collects) {
            this.left = at;
            this.other = other;
            this.collects = collects;
        }

        @Override
        public synchronized <T> T call(Call call, Body<T> body) throws FileFault {
            if (armed && isPlace(call) && left-- == 0) {
                where = call.toString();
                collect();
            }
            return body.run();
        }

        /// Standing still before a mere look is standing still before what comes of it.
        private static boolean isPlace(Call call) {
            return call.kind().changes() || call.kind() == Call.Kind.LIST;
        }

        private void collect() {
            try {
                for (int i = 0; i < collects; i++) new Upkeep(other).collect(false);
            } catch (Failure failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private static Tools tools(FileLayer files) {
        return new Tools(files, Clock.systemUTC(), RANDOM, 1);
    }

    private static Depot open(FileLayer files) throws Failure {
        return Depot.open(FolderBlobs.open(files, ROOT), Optional.empty(), tools(files));
    }

    private Checkpoint take(Depot depot, String tree, SessionId session, Optional<Path> memory)
            throws Exception {
        var tenant = depot.tenant(TENANT);
        var taking = tenant.taking(tenant.domainToWrite(DomainName.COMMON));
        try (var source = SourceTree.open(SystemFiles.here(), scratch.resolve(tree))) {
            var wish = Wish.of(session);
            if (memory.isEmpty()) return taking.take(source, wish, Progress.NONE).checkpoint();
            try (var folder = SystemFiles.here().open(memory.get())) {
                var key = new CacheKey(depot.description().id(), "default", "common", tree);
                var remembering = wish.remembering(folder, key);
                return taking.take(source, remembering, Progress.NONE).checkpoint();
            }
        }
    }

    private void comesBack(Depot depot, Checkpoint checkpoint, String what) throws Exception {
        Path back = scratch.resolve("back");
        var restoring =
                new RestoreCheckpoint(
                        SystemFiles.here(),
                        depot.tenant(TENANT).domain(checkpoint.domain()),
                        depot.description().chunking(),
                        1);
        var receipt =
                restoring.restore(checkpoint, back, RestoreCheckpoint.Wish.ALL, Progress.NONE);
        assertThat(receipt.isWhole()).as(what).isTrue();
        assertThat(Sample.told(back)).as(what).isEqualTo(Sample.told(scratch.resolve("tree")));
        TakenTree.remove(back);
    }
}
