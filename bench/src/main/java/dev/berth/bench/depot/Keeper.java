package dev.berth.bench.depot;

import java.util.Optional;

/// Something that keeps trees and brings them back.
public interface Keeper {
    String title();

    /// Why it cannot take part; empty when it can.
    Optional<String> absence() throws Exception;

    /// Makes an empty store; not measured.
    void begin(Spot spot) throws Exception;

    /// Does one step; empty when it has no way to.
    Optional<Cost> run(Step step, Spot spot) throws Exception;
}
