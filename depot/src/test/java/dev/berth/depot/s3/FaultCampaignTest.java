package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore.Listed;
import dev.berth.depot.blob.Reread;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;
import dev.berth.s3server.Fault;
import dev.berth.s3server.Faults;
import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;

@DisplayName("A bucket of which one request in ten goes wrong")
class FaultCampaignTest {
    private static final long SEED = 4711;
    private static final int REQUESTS = 5_000;
    private static final int ACTORS = 8;
    private static final int RACES = 60;

    private final Faults faults = new Faults(SEED, 0.1, List.of(Fault.values()));
    private final String place = UUID.randomUUID().toString();
    private Relay relay;
    private S3Blobs store;

    @BeforeEach
    void open() throws Failure {
        relay = Relay.to(S3Server.here().address(), faults);
        var bucket = Places.place(place, relay.address());
        store = S3Blobs.open(bucket, Places.WHO, Duration.ofSeconds(2));
    }

    @AfterEach
    void close() {
        store.close();
        relay.close();
    }

    @Test
    void doesEverythingOnceAndTellsNothingWrong() throws Exception {
        var winners = new AtomicIntegerArray(RACES);
        var all = new ArrayList<Callable<Map<BlobName, byte[]>>>();
        for (int i = 0; i < ACTORS; i++) all.add(actor(i, winners));
        var expected = new TreeMap<BlobName, byte[]>();
        try (var threads = Executors.newFixedThreadPool(ACTORS)) {
            for (Future<Map<BlobName, byte[]>> done : threads.invokeAll(all)) {
                expected.putAll(done.get());
            }
        }
        for (int i = 0; i < RACES; i++) {
            assertThat(winners.get(i)).as("race %d, seed %d", i, SEED).isEqualTo(1);
        }
        assertThat(faults.requests()).isGreaterThanOrEqualTo(REQUESTS);
        assertThat(faults.struck()).isGreaterThan(REQUESTS / 20);
        assertThat(faults.kinds()).as("kinds of faults").hasSize(Fault.values().length);
        try (var honest = Places.open(place)) {
            assertThat(honest.list("own/"))
                    .extracting(Listed::name)
                    .isEqualTo(List.copyOf(expected.keySet()));
            for (var object : expected.entrySet()) {
                assertThat(honest.get(object.getKey(), 1 << 20).orElseThrow())
                        .isEqualTo(object.getValue());
            }
        }
    }

    /// Puts, gets, lists and deletes in a place of its own, and knows what must come of it.
    private Callable<Map<BlobName, byte[]>> actor(int number, AtomicIntegerArray winners) {
        return () -> {
            var random = new SplittableRandom(SEED + number);
            var model = new TreeMap<BlobName, byte[]>();
            String folder = "own/%d/".formatted(number);
            for (int race = 0; race < RACES; race++) {
                var name = new BlobName("race/" + race);
                if (store.putIfAbsent(name, bytes(random))) winners.incrementAndGet(race);
            }
            while (faults.requests() < REQUESTS) {
                var name = new BlobName(folder + random.nextInt(40));
                step(random, name, folder, model);
            }
            return model;
        };
    }

    private void step(
            SplittableRandom random, BlobName name, String folder, Map<BlobName, byte[]> model)
            throws Failure {
        byte[] known = model.get(name);
        switch (random.nextInt(7)) {
            case 0, 1 -> {
                byte[] bytes = bytes(random);
                store.put(name, bytes);
                model.put(name, bytes);
            }
            case 2 -> {
                byte[] bytes = bytes(random);
                assertThat(store.putIfAbsent(name, bytes)).isEqualTo(known == null);
                model.putIfAbsent(name, bytes);
            }
            case 3 -> {
                assertThat(store.delete(name)).isEqualTo(known != null);
                model.remove(name);
            }
            case 4 ->
                    assertThat(store.list(folder))
                            .extracting(Listed::name)
                            .isEqualTo(List.copyOf(model.keySet()));
            case 5 -> {
                var had = store.get(name, 1 << 20);
                assertThat(had.isPresent()).isEqualTo(known != null);
                if (known != null) assertThat(had.orElseThrow()).isEqualTo(known);
            }
            default -> {
                if (known != null) part(name, known, random.nextInt(known.length));
            }
        }
    }

    private void part(BlobName name, byte[] known, int from) throws Failure {
        byte[] wanted = Arrays.copyOfRange(known, from, known.length);
        var reread = new Reread(store, name);
        byte[] had = reread.range(from, wanted.length, bytes -> requireSame(bytes, wanted));
        assertThat(had).isEqualTo(wanted);
    }

    private static byte[] requireSame(byte[] bytes, byte[] wanted) throws Failure {
        if (Arrays.equals(bytes, wanted)) return bytes;
        throw new Failure.Damaged("a part", "read it again", Map.of());
    }

    private static byte[] bytes(SplittableRandom random) {
        var bytes = new byte[random.nextInt(1, 3_000)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void bringsBackWhatWasKeptInIt() throws Exception {
        var bench = Workbench.create(store, true);
        for (int round = 0; round < 6; round++) {
            var files = Workbench.files(SEED + round, 30, 400_000);
            var kept = bench.snapshot("s" + round % 2, files);
            assertSame(bench.restore(kept), files);
            if (round == 3) bench.forget(kept);
            if (round > 3) bench.collect();
        }
        try (var honest = Places.open(place)) {
            var tenant = bench.in(honest).tenant();
            var last = Workbench.files(SEED + 5, 30, 400_000);
            assertSame(bench.in(honest).restore(tenant.find("s1")), last);
            assertThat(tenant.checkpoints().list()).hasSize(5);
            assertThat(tenant.checkpoints().pending()).isEmpty();
        }
    }

    private static void assertSame(Map<String, byte[]> found, Map<String, byte[]> expected) {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((path, bytes) -> assertThat(found.get(path)).as(path).isEqualTo(bytes));
    }
}
