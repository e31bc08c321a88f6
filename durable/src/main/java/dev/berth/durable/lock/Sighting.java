package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;

/// When a holder of whom nothing can be told was first seen: how old it seemed, and how long this
/// machine had been up. Left inside the claim, so that several short commands together can wait for
/// an age by a clock that nobody sets.
record Sighting(String bootId, Duration uptime, Duration age) {
    private static final Name NAME = Name.of("seen.json");
    private static final int MAXIMAL_BYTES = 4096;

    static boolean isSighting(Name name) {
        return name.equals(NAME);
    }

    /// The one that is there, else `first`, which is then left for others. A claim that cannot be
    /// written to is watched by each process alone.
    static Sighting of(Folder inside, Sighting first) {
        try {
            var earlier = read(inside);
            if (earlier.isPresent() && earlier.get().bootId.equals(first.bootId)) {
                return earlier.get();
            }
            if (earlier.isEmpty()) first.write(inside);
            return first;
        } catch (FileFault notWritable) {
            return first;
        }
    }

    Duration ageAt(Duration uptimeNow) {
        return age.plus(uptimeNow.minus(uptime));
    }

    private static Optional<Sighting> read(Folder inside) throws FileFault {
        try (var file = inside.read(NAME)) {
            var fields = StrictJson.open(file.readAll(MAXIMAL_BYTES));
            return Optional.of(
                    new Sighting(
                            fields.text("boot_id"),
                            Duration.ofMillis(fields.integer("uptime_ms", 0, Long.MAX_VALUE)),
                            Duration.ofMillis(fields.integer("age_ms", 0, Long.MAX_VALUE))));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault;
        } catch (JsonRefusal halfWritten) {
            return Optional.empty();
        }
    }

    private void write(Folder inside) throws FileFault {
        var bytes =
                Json.object()
                        .put("format", "berth-lock-sighting/1")
                        .put("boot_id", bootId)
                        .put("uptime_ms", uptime.toMillis())
                        .put("age_ms", age.toMillis())
                        .build()
                        .file();
        try (var file = inside.create(NAME, 0600)) {
            file.writeFully(MemorySegment.ofArray(bytes), 0);
        }
    }
}
