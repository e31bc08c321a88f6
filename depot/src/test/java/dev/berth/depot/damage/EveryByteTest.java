package dev.berth.depot.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.key.DomainName;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;

/// A small depot with objects of every kind: each byte of each is altered, and verify names the
/// object.
class EveryByteTest {
    private static final int ALL = 110;

    private final MemoryBlobs whole = new MemoryBlobs();

    private Workbench prepared(boolean sealed) throws Failure {
        var bench = Workbench.create(whole, sealed);
        bench.forget(bench.snapshot("s1", Map.of("a", new byte[] {1, 2, 3})));
        var kept = bench.snapshot("s1", files());
        if (sealed) bench.snapshot("s2", files(), true);
        bench.tenant().checkpoints().putPending(kept, bench.tenant().domain(DomainName.COMMON));
        bench.collect();
        if (sealed) {
            byte[] keys = whole.objects().get("default/keys/common");
            whole.objects().put("default/keys/common.former", keys);
        }
        return bench;
    }

    private static Map<String, byte[]> files() {
        return Map.of("a", new byte[40], "d/b", "of worth".getBytes(StandardCharsets.UTF_8));
    }

    /// Without `--read-data` the blocks of packs are not looked at, but for those of nodes.
    @ParameterizedTest(name = "sealed: {0}, every byte read: {1}")
    @CsvSource({"true,true", "true,false", "false,true"})
    void isNamed(boolean sealed, boolean readData) throws Failure {
        var bench = prepared(sealed);
        assertThat(bench.upkeep().verify(true).isWhole()).isTrue();
        assertThat(whole.objects().keySet().stream().map(EveryByteTest::kind).distinct())
                .contains("depot.json", "packs", "index", "checkpoints", "pending", "dooms")
                .contains("noticed");
        var unnoticed = new ArrayList<String>();
        for (String name : whole.objects().keySet()) {
            byte[] right = whole.objects().get(name);
            for (int at = 0; at < right.length; at++) {
                boolean edge = at < ALL || right.length - at <= ALL;
                if (!edge && at % 13 != 0) continue;
                if (!readData && kind(name).equals("packs") && !isOutside(right, at)) continue;
                if (isNoticed(bench, name, at, readData)) continue;
                unnoticed.add(name + " at " + at);
            }
        }
        assertThat(unnoticed).isEmpty();
    }

    /// Whether a byte of a pack is of its header, its trailer or what stands behind that.
    private static boolean isOutside(byte[] pack, int at) {
        int length = 0;
        for (int i = pack.length - 12; i < pack.length - 8; i++) {
            length = length << 8 | (pack[i] & 0xff);
        }
        return at < 46 || at >= pack.length - 12 - length;
    }

    private boolean isNoticed(Workbench bench, String name, int at, boolean readData) {
        var store = whole.copy();
        byte[] bytes = whole.objects().get(name).clone();
        bytes[at] ^= (byte) (1 << at % 8);
        store.objects().put(name, bytes);
        String last = name.substring(name.lastIndexOf('/') + 1);
        try {
            var verdict = bench.in(store).upkeep().verify(readData);
            var told = new ArrayList<>(verdict.objects());
            verdict.lost().forEach(lost -> told.add(lost.checkpoint()));
            // Another id is another depot, in which nothing can be opened: that names them all.
            if (name.equals("depot.json")) return !verdict.isWhole();
            return told.stream().anyMatch(line -> line.contains(last));
        } catch (Failure failure) {
            boolean told = failure.what().contains(name) || failure instanceof Failure.WrongKey;
            return name.equals("depot.json") && told;
        }
    }

    private static String kind(String name) {
        if (name.endsWith("noticed")) return "noticed";
        if (name.endsWith(".pending")) return "pending";
        return Blow.kind(name);
    }
}
