package dev.berth.depot.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// What every store promises, whatever is behind it.
public abstract class BlobStoreContract {
    private static final BlobName NAME = new BlobName("a/b/object");

    protected BlobStore store;

    protected abstract BlobStore open() throws Exception;

    @BeforeEach
    void begin() throws Exception {
        store = open();
    }

    @AfterEach
    void end() {
        store.close();
    }

    @Test
    void givesBackWhatWasPut() throws Failure {
        store.put(NAME, bytes("one"));
        store.put(NAME, bytes("two"));
        assertThat(store.get(NAME, 100))
                .hasValueSatisfying(b -> assertThat(b).isEqualTo(bytes("two")));
        assertThat(store.size(NAME)).hasValue(3);
        assertThat(store.range(NAME, 1, 2)).isEqualTo(bytes("wo"));
    }

    @Test
    void tellsAbsenceFromFailure() throws Failure {
        assertThat(store.get(NAME, 100)).isEmpty();
        assertThat(store.size(NAME)).isEmpty();
        assertThat(store.delete(NAME)).isFalse();
        assertThat(store.list("a/")).isEmpty();
        assertThatThrownBy(() -> store.range(NAME, 0, 1)).isInstanceOf(Failure.NotFound.class);
    }

    @Test
    void refusesARangeBeyondTheEnd() throws Failure {
        store.put(NAME, bytes("four"));
        assertThatThrownBy(() -> store.range(NAME, 2, 3)).isInstanceOf(Failure.Damaged.class);
        assertThatThrownBy(() -> store.get(NAME, 3)).isInstanceOf(Failure.Damaged.class);
    }

    @Test
    void listsByFolderInOrder() throws Failure {
        for (String name : new String[] {"a/z", "a/b/c", "ab/x", "a/b/a", "top"}) {
            store.put(new BlobName(name), bytes(name));
        }
        assertThat(store.list("a/"))
                .extracting(l -> l.name().value())
                .containsExactly("a/b/a", "a/b/c", "a/z");
        assertThat(store.list("a/b/")).extracting(BlobStore.Listed::size).containsExactly(5L, 5L);
        assertThat(store.list("")).hasSize(5);
        assertThat(store.delete(new BlobName("a/b/a"))).isTrue();
        assertThat(store.list("a/b/")).hasSize(1);
    }

    @Test
    void letsExactlyOneCreateAnObject() throws Exception {
        var winners = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                byte[] mine = bytes("writer " + i);
                threads.execute(
                        () -> {
                            try {
                                if (store.putIfAbsent(NAME, mine)) winners.incrementAndGet();
                            } catch (Failure failure) {
                                throw new AssertionError(failure);
                            }
                        });
            }
        }
        assertThat(winners).hasValue(1);
    }

    @Test
    void showsAnUploadWhenItIsWhole() throws Failure {
        try (var upload = store.upload(NAME)) {
            upload.write(bytes("xfirst"), 1, 5);
            assertThat(store.get(NAME, 100)).isEmpty();
            upload.write(bytes("second"), 0, 6);
            assertThat(upload.written()).isEqualTo(11);
            upload.commit();
        }
        assertThat(store.get(NAME, 100))
                .hasValueSatisfying(b -> assertThat(b).isEqualTo(bytes("firstsecond")));
        assertThat(store.leftovers()).isEmpty();
    }

    @Test
    void forgetsAnUploadThatIsGivenUp() throws Failure {
        try (var upload = store.upload(NAME)) {
            upload.write(bytes("half"), 0, 4);
        }
        assertThat(store.list("")).isEmpty();
        assertThat(store.leftovers()).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
