package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.collect.Model.Bounds;
import dev.berth.depot.collect.Model.Fault;
import dev.berth.depot.collect.Model.Start;

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
        for (var start : Start.values()) {
            all.add(Arguments.of(new Bounds(2, 1, 2, 2), start));
            all.add(Arguments.of(new Bounds(1, 2, 2, 2), start));
        }
        // Last, since it has by far the most states.
        all.add(Arguments.of(new Bounds(2, 2, 1, 1), Start.CHECKPOINT));
        return all;
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("companies")
    void noAcknowledgedCheckpointEverLosesItsChunk(Bounds bounds, Start start) {
        assertThat(violation(Set.of(), bounds, start)).isEmpty();
        assertThat(states).isGreaterThan(10_000);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(Fault.class)
    void anyOtherOrderLosesOne(Fault fault) {
        var found =
                companies().stream()
                        .map(Arguments::get)
                        .map(of -> violation(Set.of(fault), (Bounds) of[0], (Start) of[1]))
                        .flatMap(Optional::stream)
                        .findFirst();
        assertThat(found).isPresent();
    }

    private Optional<Model> violation(Set<Fault> faults, Bounds bounds, Start start) {
        var first = new Model(faults, bounds, start);
        // Growing takes room for the old table and the new one.
        boolean many = bounds.writers() + bounds.collectors() == Model.ACTORS;
        var seen = new MetStates(many ? 1 << 24 : 1 << 16);
        var open = new ArrayDeque<Model>();
        seen.add(first.key());
        open.push(first);
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
