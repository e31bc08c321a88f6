package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.work.Progress;
import dev.berth.durable.FileFault;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// A file that somebody writes to while it is read.
class BusyFileTest {
    @TempDir private Path scratch;
    private Path busy = Path.of("");
    private final AtomicInteger writes = new AtomicInteger();

    @BeforeEach
    void makeTree() throws IOException {
        Files.createDirectory(scratch.resolve("tree"));
        busy = scratch.resolve("tree/busy");
        Files.writeString(scratch.resolve("tree/still"), "still");
    }

    /// Rewrites the file, one byte longer and of other bytes, after each of the first `most` reads.
    private Outcome taken(DepotFixture depot, int most) throws Failure {
        Interceptor writer =
                new Interceptor() {
                    @Override
                    public <T> T call(Call call, Body<T> body) throws FileFault {
                        T result = body.run();
                        boolean ours = call.subject().endsWith("busy");
                        if (call.kind() == Call.Kind.READ && ours && writes.get() < most) {
                            rewrite(writes.incrementAndGet());
                        }
                        return result;
                    }
                };
        var files = new InterceptedFiles(SystemFiles.here(), writer);
        var tenant = depot.tenant();
        var domain = tenant.domainToWrite(tenant.domainOf(DepotFixture.SESSION, false));
        try (var source = SourceTree.open(files, scratch.resolve("tree"))) {
            return tenant.taking(domain).take(source, Wish.of(DepotFixture.SESSION), Progress.NONE);
        }
    }

    private void rewrite(int number) {
        try {
            var bytes = new byte[(int) Files.size(busy) + 1];
            Arrays.fill(bytes, (byte) number);
            Files.write(busy, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {10, 60_000, 70_000, 3_000_000})
    void isReadAgainAndTakenAsItIsOnceItHoldsStill(int size) throws Exception {
        Files.write(busy, new byte[size]);
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED)) {
            var outcome = taken(depot, 1);
            assertThat(writes).hasValue(1);
            assertThat(outcome.unsettled()).isEmpty();
            assertThat(outcome.checkpoint().unsettled()).isZero();
            depot.restore(outcome.checkpoint(), scratch.resolve("back"));
            assertThat(scratch.resolve("back/busy")).hasSameBinaryContentAs(busy);
            assertThat(Files.getLastModifiedTime(scratch.resolve("back/busy")))
                    .isEqualTo(Files.getLastModifiedTime(busy));
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {10, 60_000, 70_000, 3_000_000})
    void isTakenAsLastReadAndNamedWhenItNeverHoldsStill(int size) throws Exception {
        Files.write(busy, new byte[size]);
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED)) {
            var outcome = taken(depot, Integer.MAX_VALUE);
            assertThat(outcome.unsettled()).containsExactly("busy");
            assertThat(outcome.checkpoint().unsettled()).isEqualTo(1);
            assertThat(outcome.checkpoint().files()).isEqualTo(2);
            // What is stored is a file that comes back whole, and all else is as ever.
            var receipt = depot.restore(outcome.checkpoint(), scratch.resolve("back"));
            assertThat(receipt.isWhole()).isTrue();
            assertThat(Files.size(scratch.resolve("back/busy")))
                    .isBetween((long) size, size + 100_000L);
            assertThat(scratch.resolve("back/still")).hasContent("still");
        }
    }

    @Test
    void isReadAgainNextTimeWhateverIsRememberedOfIt() throws Exception {
        Files.write(busy, new byte[100]);
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED)) {
            taken(depot, Integer.MAX_VALUE);
            var outcome = depot.snapshot(scratch.resolve("tree"));
            assertThat(outcome.unsettled()).isEmpty();
            depot.restore(outcome.checkpoint(), scratch.resolve("back"));
            assertThat(scratch.resolve("back/busy")).hasSameBinaryContentAs(busy);
        }
    }
}
