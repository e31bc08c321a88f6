package dev.berth.cli.serve;

import dev.berth.server.http.Journal;
import dev.berth.server.operations.Deeds;
import dev.berth.server.telemetry.Tracing;
import dev.berth.session.life.Observer;

import java.time.Clock;
import java.util.Optional;

/// Who hears a server: its log and its figures, and a collector of traces where one is named. Only
/// then is anything of that loaded.
record Ears(Journal journal, Deeds deeds, Runnable end) implements AutoCloseable {
    static Ears of(LogLines log, Optional<String> collector, String node, Clock clock) {
        if (collector.isEmpty()) return new Ears(log, new Deeds(Observer.NONE), () -> {});
        var tracing = Tracing.to(collector.get(), node, clock, log);
        return new Ears(tracing, new Deeds(tracing), tracing::close);
    }

    @Override
    public void close() {
        end.run();
    }
}
