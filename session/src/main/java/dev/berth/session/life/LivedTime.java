package dev.berth.session.life;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.session.Gaps;
import dev.berth.session.Gaps.Gap;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The wall's time as far as the clock that never jumps confirms it. What neither this server nor
/// an earlier one of this node lived through is kept in `clock.json`. Safe for use by several
/// threads.
final class LivedTime {
    private static final Name FILE = Name.of("clock.json");
    private static final int LARGEST = 1 << 18;
    private static final Duration TOLERATED = Duration.ofSeconds(1);
    private static final Duration WRITTEN_EVERY = Duration.ofMinutes(1);

    private final Station station;
    private Gaps gaps;
    private Instant wall;
    private long ticks;
    private long writtenAt;

    private LivedTime(Station station, Gaps gaps) {
        this.station = station;
        this.gaps = gaps;
        wall = station.clock().instant();
        ticks = station.ticks().getAsLong();
    }

    static LivedTime open(Station station) throws Failure {
        var kept = read(station);
        var now = station.clock().instant();
        var gaps = kept.map(Kept::gaps).orElse(Gaps.NONE).before(now);
        var seen = kept.map(Kept::seen).filter(at -> at.isBefore(now));
        var time =
                new LivedTime(
                        station, seen.isPresent() ? gaps.and(new Gap(seen.get(), now)) : gaps);
        time.write(now);
        return time;
    }

    /// How late it is for whoever has waited since an instant.
    synchronized Instant now(Instant since) throws Failure {
        var now = look();
        return gaps.confirmed(since, now);
    }

    /// When something that is due at an instant will be, for whoever waits since another one.
    synchronized Instant due(Instant since, Instant at) throws Failure {
        var now = look();
        return at.plus(Duration.between(gaps.confirmed(since, now), now));
    }

    /// To be called often, so that a jump is noticed for what it is.
    synchronized Instant look() throws Failure {
        var now = station.clock().instant();
        long passed = station.ticks().getAsLong() - ticks;
        var ahead = Duration.between(wall.plusNanos(passed), now);
        if (ahead.compareTo(TOLERATED) > 0) {
            gaps = gaps.and(new Gap(now.minus(ahead), now));
            anchor(now);
        } else if (ahead.negated().compareTo(TOLERATED) > 0) {
            gaps = gaps.before(now);
            anchor(now);
        } else if (station.ticks().getAsLong() - writtenAt > WRITTEN_EVERY.toNanos()) {
            write(now);
        }
        return now;
    }

    private void anchor(Instant now) throws Failure {
        wall = now;
        ticks = station.ticks().getAsLong();
        write(now);
    }

    private record Kept(Instant seen, Gaps gaps) {}

    private void write(Instant now) throws Failure {
        writtenAt = station.ticks().getAsLong();
        var list =
                gaps.all().stream()
                        .map(
                                gap ->
                                        Json.object()
                                                .put("from", gap.from())
                                                .put("to", gap.to())
                                                .build())
                        .toList();
        var json =
                Json.object()
                        .put("format", "berth-clock/1")
                        .put("seen", now)
                        .put("gaps", Json.array(list))
                        .build();
        try (var home = station.files().open(station.home())) {
            AtomicFile.write(home, FILE, json.file());
        } catch (FileFault fault) {
            throw fault.asFailure(path(station).toString());
        }
    }

    private static Optional<Kept> read(Station station) throws Failure {
        try (var home = station.files().open(station.home())) {
            var bytes = AtomicFile.readIfThere(home, FILE, LARGEST);
            if (bytes.isEmpty()) return Optional.empty();
            return Optional.of(StrictJson.read(bytes.get(), LivedTime::kept));
        } catch (FileFault fault) {
            throw fault.asFailure(path(station).toString());
        } catch (JsonRefusal refusal) {
            throw damaged(station, refusal.shown());
        } catch (IllegalArgumentException nonsense) {
            throw damaged(station, "it holds values that cannot be");
        }
    }

    private static Kept kept(JsonReader in) throws JsonRefusal {
        if (!in.text("format").equals("berth-clock/1")) throw in.wrongValue("format", "not known");
        var seen = in.instant("seen");
        var gaps = in.list("gaps", each -> new Gap(each.instant("from"), each.instant("to")));
        return new Kept(seen, new Gaps(gaps));
    }

    private static Failure damaged(Station station, String why) {
        return new Failure.Damaged(
                "%s is damaged: %s".formatted(path(station), why),
                "remove it once the clock of this machine is right");
    }

    private static Path path(Station station) {
        return station.home().resolve(FILE.toString());
    }
}
