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

/// Who holds a lock, as its owner file says. The token is random: two holds never share one.
/// `uptime` is how long the holder's machine had been up when the lock was taken.
record Owner(String token, Identity process, Instant created, Optional<Duration> uptime) {
    private static final int TOKEN_BYTES = 16;

    /// `timed`: with the uptime, for rules that go by age.
    static Owner here(World world, boolean timed) {
        byte[] token = new byte[TOKEN_BYTES];
        world.random().nextBytes(token);
        return new Owner(
                HexFormat.of().formatHex(token),
                world.processes().self(),
                world.clock().instant(),
                timed ? Optional.of(world.processes().uptime()) : Optional.empty());
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
                        .put("created", created);
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
                fields.instant("created"),
                uptime.isPresent()
                        ? Optional.of(Duration.ofMillis(uptime.getAsLong()))
                        : Optional.empty());
    }
}
