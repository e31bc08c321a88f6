package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.collect.Model.Bounds;
import dev.berth.depot.collect.Model.Fault;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Every interleaving of two writers and two collectors, with kills anywhere: invariants 1 and 2 of
/// the collect protocol in docs/format/depot.md.
class CollectProtocolTest {
    private int states;

    static List<Arguments> companies() {
        var all = new ArrayList<Arguments>();
        for (boolean older : new boolean[] {true, false}) {
            all.add(Arguments.of(new Bounds(2, 2, 1, 1), older));
            all.add(Arguments.of(new Bounds(2, 1, 2, 2), older));
            all.add(Arguments.of(new Bounds(1, 2, 2, 2), older));
        }
        return all;
    }

    @ParameterizedTest(name = "{0}, an older checkpoint: {1}")
    @MethodSource("companies")
    void noAcknowledgedCheckpointEverLosesItsChunk(Bounds bounds, boolean older) {
        assertThat(violation(Set.of(), bounds, older)).isEmpty();
        assertThat(states).isGreaterThan(10_000);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(Fault.class)
    void anyOtherOrderLosesOne(Fault fault) {
        var found =
                companies().stream()
                        .map(Arguments::get)
                        .map(of -> violation(Set.of(fault), (Bounds) of[0], (boolean) of[1]))
                        .flatMap(Optional::stream)
                        .findFirst();
        assertThat(found).isPresent();
    }

    private Optional<Model> violation(Set<Fault> faults, Bounds bounds, boolean older) {
        var start = new Model(faults, bounds, older);
        var seen = new MetStates();
        var open = new ArrayDeque<Model>();
        seen.add(start.key());
        open.push(start);
        while (!open.isEmpty()) {
            var state = open.pop();
            if (!state.isSafe()) return Optional.of(state);
            for (var next : state.next()) {
                if (seen.add(next.key())) open.push(next);
            }
        }
        states = seen.count();
        return Optional.empty();
    }
}
