package dev.berth.depot.work;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemRandom;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// The folder beside a target in which a restore is built until it is published:
/// `.berth-restore-<hash of the target's name>-<pid>-<random>`. The process is in its name, so that
/// the next restore can tell a leftover from one at work.
public record Beside(Folder parent, Name name) {
    private static final String PREFIX = ".berth-restore-";
    private static final SecureRandom RANDOM = SystemRandom.here();

    public static Beside make(Folder parent, Name target) throws FileFault {
        sweep(parent, target);
        String random = HexFormat.of().toHexDigits(RANDOM.nextLong());
        var name = Name.of(prefix(target) + ProcessHandle.current().pid() + "-" + random);
        parent.makeFolder(name, 0700);
        return new Beside(parent, name);
    }

    /// Takes it away, as far as that goes.
    public void discard() {
        try {
            Removing.remove(parent, name);
        } catch (FileFault left) {
            // The next restore to the same place sweeps it away.
            assert left.errno() != null;
        }
    }

    private static void sweep(Folder parent, Name target) throws FileFault {
        String prefix = prefix(target);
        for (var entry : parent.list()) {
            var text = entry.name().text();
            if (text.isEmpty() || !text.get().startsWith(prefix)) continue;
            String[] parts = text.get().substring(prefix.length()).split("-", -1);
            if (parts.length == 2 && parts[0].matches("[0-9]{1,18}") && isDead(parts[0])) {
                Removing.remove(parent, entry.name());
            }
        }
    }

    private static boolean isDead(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isEmpty();
    }

    private static String prefix(Name target) {
        byte[] bytes = target.bytes();
        int hash = Arrays.hashCode(bytes);
        String shown = new String(bytes, StandardCharsets.US_ASCII).replaceAll("[^A-Za-z0-9]", "");
        String start = shown.substring(0, Math.min(20, shown.length()));
        return PREFIX + start + "-" + HexFormat.of().toHexDigits(hash) + "-";
    }
}
