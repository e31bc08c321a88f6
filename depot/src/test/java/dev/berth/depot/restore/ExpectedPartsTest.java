package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.BlobStore.Expectation;
import dev.berth.depot.blob.BlobStore.Part;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

@DisplayName("What a restore tells a store that is far away")
class ExpectedPartsTest {
    private static final int FILES = 60;
    private static final int LARGEST = 300_000;

    private final List<Part> expected = new ArrayList<>();
    private final List<Part> asked = new ArrayList<>();
    private int open;

    @Test
    void isEverythingThatItWillReadInThatOrder() throws Exception {
        var near = new MemoryBlobs();
        var bench = Workbench.create(near, true);
        var files = new TreeMap<>(Workbench.files(1, FILES, LARGEST));
        bench.snapshot("s", files);
        // In other packs, among the first.
        files.putAll(Workbench.files(2, FILES / 5, LARGEST));
        var taken = bench.snapshot("s", files);

        var back = bench.in(far(near)).restore(taken);

        assertThat(back.keySet()).isEqualTo(files.keySet());
        assertThat(back).allSatisfy((path, bytes) -> assertThat(bytes).isEqualTo(files.get(path)));
        assertThat(expected).hasSizeGreaterThan(5);
        assertThat(asked.stream().distinct().toList()).isEqualTo(expected);
        assertThat(open).isZero();
    }

    /// The same store, from which everything takes its time.
    private BlobStore far(BlobStore store) {
        InvocationHandler handler =
                (_, method, arguments) ->
                        switch (method.getName()) {
                            case "isFar" -> true;
                            case "expect" -> expect((List<?>) arguments[0]);
                            case "range" -> {
                                var name = (BlobName) arguments[0];
                                long offset = (long) arguments[1];
                                asked.add(new Part(name, offset, (int) arguments[2]));
                                yield method.invoke(store, arguments);
                            }
                            default -> method.invoke(store, arguments);
                        };
        return (BlobStore)
                Proxy.newProxyInstance(
                        BlobStore.class.getClassLoader(),
                        new Class<?>[] {BlobStore.class},
                        handler);
    }

    private Expectation expect(List<?> parts) {
        for (var part : parts) expected.add((Part) part);
        open++;
        return () -> open--;
    }
}
