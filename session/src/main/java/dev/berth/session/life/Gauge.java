package dev.berth.session.life;

import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How many bytes live sessions use, without a walk through the whole tree at every write: a count
/// is good for a moment, and what is written through us meanwhile is added to it. What an agent
/// writes by itself in that moment is for the watch to see. Safe for use by several threads.
final class Gauge {
    private static final long FRESH_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int MOST = 1_000;

    private final FileLayer files;
    private final Map<SessionKey, Counted> counts =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<SessionKey, Counted> eldest) {
                    return size() > MOST;
                }
            };

    Gauge(FileLayer files) {
        this.files = files;
    }

    /// A count of a tree, and when it was made.
    private record Counted(Path tree, long bytes, long nanos) {
        boolean isGood(Path now) {
            return tree.equals(now) && System.nanoTime() - nanos < FRESH_NANOS;
        }
    }

    /// The bytes that a session uses before `more` are added. What would not fit is counted anew
    /// before anybody is refused.
    long before(Session session, Path tree, long more) throws Failure {
        var known = known(session.key()).filter(each -> each.isGood(tree)).map(Counted::bytes);
        boolean enough = known.filter(used -> session.room().quota().fits(used, more)).isPresent();
        if (enough) return known.get();
        long bytes = Measuring.of(files, tree);
        keep(session.key(), new Counted(tree, bytes, System.nanoTime()));
        return bytes;
    }

    private synchronized Optional<Counted> known(SessionKey key) {
        return Optional.ofNullable(counts.get(key));
    }

    private synchronized void keep(SessionKey key, Counted counted) {
        counts.put(key, counted);
    }

    /// Says that so many bytes were added to what was counted last.
    synchronized void add(SessionKey key, long bytes) {
        counts.computeIfPresent(
                key, (_, last) -> new Counted(last.tree(), last.bytes() + bytes, last.nanos()));
    }

    /// The next one to ask counts anew.
    synchronized void forget(SessionKey key) {
        counts.remove(key);
    }
}
