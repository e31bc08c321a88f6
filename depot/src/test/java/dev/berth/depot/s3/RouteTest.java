package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore.Part;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;

@DisplayName("A route along what is expected")
class RouteTest {
    private static final int MIB = 1 << 20;
    private static final BlobName ONE = new BlobName("one");
    private static final BlobName TWO = new BlobName("two");

    @Test
    void putsNeighboursIntoOnePiece() {
        var route =
                new Route(
                        List.of(
                                new Part(ONE, 2 * MIB, MIB),
                                new Part(ONE, 0, MIB),
                                new Part(ONE, MIB, MIB)));
        assertThat(route.pieces()).containsExactly(new Part(ONE, 0, 3 * MIB));
    }

    @Test
    void goesWhereSomethingIsNeededFirst() {
        var route =
                new Route(
                        List.of(
                                new Part(TWO, 9 * MIB, MIB),
                                new Part(ONE, 0, MIB),
                                new Part(TWO, 0, MIB)));
        assertThat(route.pieces())
                .containsExactly(
                        new Part(TWO, 9 * MIB, MIB), new Part(ONE, 0, MIB), new Part(TWO, 0, MIB));
    }

    @Test
    void keepsPiecesSmallEnoughForTheirRoom() {
        var parts = List.of(new Part(ONE, 0, 3 * MIB), new Part(ONE, 3 * MIB, 2 * MIB));
        assertThat(new Route(parts).pieces()).isEqualTo(parts);
        var large = new Part(ONE, 0, Pieces.ROOM + 1);
        assertThat(new Route(List.of(large)).pieces()).isEmpty();
        assertThat(new Route(List.of(large)).at(large)).isEmpty();
    }

    @Test
    void readsPastLittleThatNobodyWants() {
        var near = new Route(List.of(new Part(ONE, 0, 10), new Part(ONE, 1000, 10)));
        assertThat(near.pieces()).containsExactly(new Part(ONE, 0, 1010));
        var far = new Route(List.of(new Part(ONE, 0, 10), new Part(ONE, MIB, 10)));
        assertThat(far.pieces()).hasSize(2);
    }

    @Test
    void knowsWhatHasBeenHandedOut() {
        var first = new Part(ONE, 0, 10);
        var second = new Part(ONE, 10, 10);
        var third = new Part(TWO, 0, 10);
        var route = new Route(List.of(first, second, third));
        var leg = route.at(second).orElseThrow();
        assertThat(route.after(leg, 5)).containsExactly(third);
        leg.took(10);
        assertThat(leg.isDone()).isFalse();
        leg.took(10);
        assertThat(leg.isDone()).isTrue();
        assertThat(route.first(5)).containsExactly(third);
        route.drop(TWO);
        assertThat(route.at(third)).isEmpty();
        assertThat(route.first(5)).isEmpty();
    }
}
