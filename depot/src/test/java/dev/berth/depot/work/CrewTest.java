package dev.berth.depot.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

@DisplayName("A crew")
class CrewTest {
    /// Something with others below it.
    private record Item(List<Item> below) {
        static Item random(SplittableRandom random, int depth) {
            var below = new ArrayList<Item>();
            int count = depth == 0 ? 0 : random.nextInt(6);
            for (int i = 0; i < count; i++) below.add(random(random, depth - 1));
            return new Item(below);
        }

        int size() {
            return 1 + below.stream().mapToInt(Item::size).sum();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /// Notes what it was given, and when it was given too early.
    private static final class Noting implements Crew.Hand<Item> {
        private static final int NEVER = -1;

        private final HashSet<Item> done = new HashSet<>();
        private final AtomicInteger early = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger failAt = new AtomicInteger(NEVER);

        Crew.Hand<Item> opened() {
            open.incrementAndGet();
            return this;
        }

        @Override
        public void run(Item item) throws Failure {
            synchronized (done) {
                if (!done.containsAll(item.below())) early.incrementAndGet();
                done.add(item);
                if (done.size() == failAt.get()) throw new Failure.Unavailable("tired", "rest");
            }
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void comesToEachItemOnceAllBelowItAreDone(long seed) throws Failure {
        var root = Item.random(new SplittableRandom(seed), 7);
        var noting = new Noting();

        new Crew(1 + (int) (seed % 4)).rise(root, Item::below, noting::opened);

        assertThat(noting.done).hasSize(root.size());
        assertThat(noting.early).hasValue(0);
        assertThat(noting.open).hasValue(0);
    }

    @Test
    void stopsRisingAtTheFirstFailure() {
        var root = Item.random(new SplittableRandom(9), 7);
        var noting = new Noting();
        noting.failAt.set(3);

        assertThatThrownBy(() -> new Crew(2).rise(root, Item::below, noting::opened))
                .isInstanceOf(Failure.Unavailable.class);

        assertThat(noting.done).doesNotContain(root);
        assertThat(noting.open).hasValue(0);
    }
}
