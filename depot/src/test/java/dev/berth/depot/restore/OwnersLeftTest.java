package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;

/// A restore by someone who may not give files away.
class OwnersLeftTest {
    private static final Path DEPOT = Path.of("/depot");
    private static final Path BACK = Path.of("/back");
    private static final int SOMEBODY = 4711;

    private final ModelledFiles files = new ModelledFiles();
    private boolean armed;

    @Test
    void theReceiptIsOfTheOwnersThatAreThere() throws Exception {
        comesBack(0600, Fact.OWNERS);
    }

    @ParameterizedTest
    @ValueSource(ints = {04, 02, 06})
    void nobodyElseLendsHisIdentity(int bits) throws Exception {
        comesBack((bits << 9) | 0711, Fact.OWNERS, Fact.MODES);
        try (var back = files.open(BACK)) {
            assertThat(back.stat(Name.of("theirs")).orElseThrow().mode()).isEqualTo(0711);
        }
    }

    private void comesBack(int mode, Fact... differing) throws Exception {
        try (var root = files.open(Path.of("/"))) {
            root.makeFolder(Name.of("depot"), 0700);
            root.makeFolder(Name.of("tree"), 0755);
            try (var tree = root.folder(Name.of("tree"))) {
                AtomicFile.write(tree, Name.of("theirs"), new byte[3]);
                AtomicFile.write(tree, Name.of("ours"), new byte[4]);
                tree.setOwner(Name.of("theirs"), SOMEBODY, SOMEBODY);
                tree.setMode(Name.of("theirs"), mode);
            }
        }
        var tools = new Tools(files, Clock.systemUTC(), new SecureRandom(), 1);
        var store = FolderBlobs.open(files, DEPOT);
        Depot.init(store, Depot.plan(Depot.Kind.CLEAR, tools));
        try (var depot = Depot.open(store, Optional.empty(), tools)) {
            var taken = take(depot, Path.of("/tree"));
            var restoring =
                    new RestoreCheckpoint(
                            powerless(),
                            depot.tenant(DepotFixture.TENANT).domain(DomainName.COMMON),
                            depot.description().chunking(),
                            1);
            for (int time = 0; time < 2; time++) {
                armed = true;
                var receipt =
                        restoring.restore(taken, BACK, RestoreCheckpoint.Wish.ALL, Progress.NONE);
                assertThat(receipt.ownersLeft()).isEqualTo(1);
                assertThat(receipt.differing()).containsExactlyInAnyOrder(differing);
                assertThat(receipt.altered()).isEmpty();
                assertThat(receipt.isWhole()).isTrue();
                assertThat(receipt.isExact()).isFalse();
                var tree = receipt.trees().getFirst();
                assertThat(tree.expected()).isEqualTo(taken.trees().getFirst().root());
                // What a snapshot finds there is what the receipt says.
                var found = take(depot, BACK).trees().getFirst().root();
                assertThat(tree.found()).isEqualTo(found).isNotEqualTo(tree.expected());
            }
        }
    }

    /// What is set first of a file that is somebody else's is its owner.
    private FileLayer powerless() {
        return new InterceptedFiles(
                files,
                new Interceptor() {
                    @Override
                    public <T> T call(Call call, Body<T> body) throws FileFault {
                        boolean sets = call.kind() == Call.Kind.SET_ATTRIBUTES;
                        if (sets && call.subject().contains("theirs") && armed) {
                            armed = false;
                            throw new FileFault(Errno.EPERM, "fchown", call.subject());
                        }
                        return body.run();
                    }
                });
    }

    private Checkpoint take(Depot depot, Path tree) throws Failure {
        var tenant = depot.tenant(DepotFixture.TENANT);
        try (var source = SourceTree.open(files, tree)) {
            return tenant.taking(tenant.domainToWrite(DomainName.COMMON))
                    .take(source, Wish.of(DepotFixture.SESSION), Progress.NONE)
                    .checkpoint();
        }
    }
}
