package dev.berth.durable.lock;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.durable.lock.Processes.Identity;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/// Who holds a lock, as its owner file says. The token is random: two holders never share one.
/// `uptime` is how long the holder's machine had been up when the lock was taken.
record Owner(String token, Identity process, Hold hold, Optional<Duration> uptime) {
    private static final int TOKEN_BYTES = 16;

    /// One hold: since when, and of which folder where that can change, by its inode.
    record Hold(Instant since, OptionalLong folder) {
        private static final Duration HARDLY = Duration.ofSeconds(1);

        boolean isOfSameFolder(Hold other) {
            return folder.equals(other.folder);
        }

        /// Since when is for people: who writes many times in a second need not say so each time.
        boolean isHardlyOlder(Hold other) {
            return Duration.between(since, other.since).abs().compareTo(HARDLY) < 0;
        }

        boolean mayBeOf(long inode) {
            return folder.isEmpty() || folder.getAsLong() == inode;
        }
    }

    /// `timed`: with the uptime, for rules that go by age.
    static Owner here(World world, boolean timed) {
        return here(world, timed, new Hold(world.clock().instant(), OptionalLong.empty()));
    }

    static Owner here(World world, boolean timed, Hold hold) {
        byte[] token = new byte[TOKEN_BYTES];
        world.random().nextBytes(token);
        return new Owner(
                HexFormat.of().formatHex(token),
                world.processes().self(),
                hold,
                timed ? Optional.of(world.processes().uptime()) : Optional.empty());
    }

    /// The same holder, in another hold.
    Owner with(Hold other) {
        return new Owner(token, process, other, uptime);
    }

    Instant created() {
        return hold.since();
    }

    byte[] encode() {
        var fields =
                Json.object()
                        .put("format", "berth-lock/1")
                        .put("token", token)
                        .put("pid", process.pid())
                        .put("start_time", process.started())
                        .put("boot_id", process.bootId())
                        .put("host", process.host())
                        .put("machine_id", process.machineId())
                        .put("pid_namespace", process.pidNamespace())
                        .put("created", created());
        hold.folder().ifPresent(inode -> fields.put("folder", inode));
        uptime.ifPresent(time -> fields.put("uptime_ms", time.toMillis()));
        return fields.build().file();
    }

    /// Fields that a later version may add are passed over: its lock is a lock all the same.
    static Owner decode(byte[] bytes) throws JsonRefusal {
        JsonReader fields = StrictJson.open(bytes);
        var uptime = fields.optionalInteger("uptime_ms", 0, Long.MAX_VALUE);
        return new Owner(
                fields.text("token"),
                new Identity(
                        fields.integer("pid", 0, Long.MAX_VALUE),
                        fields.text("start_time"),
                        fields.text("boot_id"),
                        fields.text("host"),
                        fields.optionalText("machine_id").orElse(""),
                        fields.optionalText("pid_namespace").orElse("")),
                new Hold(
                        fields.instant("created"),
                        fields.optionalInteger("folder", Long.MIN_VALUE, Long.MAX_VALUE)),
                uptime.isPresent()
                        ? Optional.of(Duration.ofMillis(uptime.getAsLong()))
                        : Optional.empty());
    }
}
