package dev.berth.disk.moving;

import dev.berth.durable.ContentHash;
import dev.berth.durable.Name;
import dev.berth.durable.SystemRandom;
import dev.berth.durable.lock.Processes;
import dev.berth.durable.lock.Processes.Identity;
import dev.berth.durable.lock.Processes.Presence;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// What a stage is called: which process made it, so that the next one can tell a leftover from the
/// stage of a process at work.
record StageName(String place, String boot, long pid, String started) {
    private static final SecureRandom RANDOM = SystemRandom.here();
    private static final int DIGITS = 12;
    private static final Pattern FORM =
            Pattern.compile(
                    "\\.berth-stage-([0-9a-f]{12})-([0-9a-f]{12})"
                            + "-([0-9]{1,18})-([0-9]{0,20})-[0-9a-f]{16}");

    static StageName mine(Processes processes) {
        Identity self = processes.self();
        return new StageName(
                hash(text(self.host() + "\n" + self.machineId() + "\n" + self.pidNamespace())),
                hash(text(self.bootId())),
                self.pid(),
                self.started().replaceAll("[^0-9]", ""));
    }

    /// A new name with these facts.
    Name next() {
        return Name.of(
                ".berth-stage-%s-%s-%d-%s-%s"
                        .formatted(
                                place,
                                boot,
                                pid,
                                started,
                                HexFormat.of().toHexDigits(RANDOM.nextLong())));
    }

    /// Whether `found` is a stage whose maker is certainly gone: a process of this machine and PID
    /// namespace, of an earlier boot or not running any more.
    boolean isLeftover(Name found, int uid, Processes processes) {
        var parts = FORM.matcher(found.toString());
        if (!parts.matches() || !parts.group(1).equals(place)) return false;
        if (!parts.group(2).equals(boot)) return true;
        return switch (processes.presence(Long.parseLong(parts.group(3)), uid)) {
            case Presence.Gone _ -> true;
            case Presence.Hidden _ -> false;
            case Presence.Running(var since) ->
                    !since.replaceAll("[^0-9]", "").equals(parts.group(4));
        };
    }

    static boolean matches(Name name) {
        return FORM.matcher(name.toString()).matches();
    }

    private static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private static String hash(byte[] bytes) {
        return ContentHash.of(bytes).hex().substring(0, DIGITS);
    }
}
