package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.vault.LocksFolder;
import dev.berth.vault.Vault;
import dev.berth.vault.VaultPath;
import dev.berth.vault.VaultSettings;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the verbs of `berth vault` have in common: the vault, its lock, the bytes they are given.
final class OpenVault {
    static final String VAULT = "VAULT";
    static final String PATH = "PATH";
    private static final char UNREADABLE = '\uFFFD';
    private static final int MAXIMAL_BYTES = 256 * 1024 * 1024;
    private static final String WAIT = "--wait";
    private static final long LONGEST_WAIT = Duration.ofDays(1).toSeconds();

    private static final Pattern UMASK = Pattern.compile("(?m)^Umask:\\s*([0-7]{1,4})$");
    private static final int USUAL_UMASK = 022;
    private static final int STATUS_BYTES = 4096;

    private OpenVault() {}

    static Spec vault(Spec spec) {
        return spec.argument(VAULT, "the vault's folder");
    }

    /// For verbs that take the lock.
    static Spec waiting(Spec spec) {
        return spec.value(WAIT, "SECONDS", "how long to wait for the lock", "10");
    }

    static Vault open(Given given, World world) throws Failure {
        return open(given, world, settings(world));
    }

    static Vault openWaiting(Given given, World world) throws Failure {
        long seconds = given.number(WAIT, 0, LONGEST_WAIT).orElseThrow();
        return open(given, world, settings(world).withTimeout(Duration.ofSeconds(seconds)));
    }

    private static Vault open(Given given, World world, VaultSettings settings) throws Failure {
        String typed = given.text(VAULT);
        return Vault.open(folder(typed, world), typed, locks(world), world.clock(), settings);
    }

    /// The real path of a folder that was typed. The way back from a link, as in `link/..`, is what
    /// the system takes it for, not what the text looks like.
    static Path folder(String typed, World world) throws Failure {
        Path path = world.path(typed);
        if (typed.contains("..")) path = world.folder().resolve(typed);
        try (var _ = world.files().open(path)) {
            return world.files().realPath(path);
        } catch (FileFault fault) {
            throw fault.asFailure(typed);
        }
    }

    private static VaultSettings settings(World world) {
        return VaultSettings.USUAL.withUmask(umask(world));
    }

    /// The rights that this process does not give to what it makes, where the system tells.
    static int umask(World world) {
        long pid = ProcessHandle.current().pid();
        try (var self = world.files().open(Path.of("/proc").resolve(Long.toString(pid)));
                var status = self.read(Name.of("status"))) {
            byte[] bytes = new byte[STATUS_BYTES];
            int read = status.read(MemorySegment.ofArray(bytes), 0);
            var text = new String(bytes, 0, Math.max(read, 0), StandardCharsets.ISO_8859_1);
            var matcher = UMASK.matcher(text);
            return matcher.find() ? Integer.parseInt(matcher.group(1), 8) : USUAL_UMASK;
        } catch (FileFault notLinux) {
            return USUAL_UMASK;
        }
    }

    /// The file that was named. What was not UTF-8 reaches us as replacement characters: they would
    /// name another file than the one that was meant.
    static VaultPath path(Given given) throws Failure {
        String typed = given.text(PATH);
        if (typed.indexOf(UNREADABLE) < 0) return VaultPath.parse(typed);
        throw new Failure.Malformed(
                "not a name in UTF-8: " + typed, "rename the file, or write it by other means");
    }

    static LocksFolder locks(World world) throws Failure {
        // The XDG rules say that a relative value is to be ignored.
        Optional<Path> said = world.variable("XDG_CACHE_HOME").map(Path::of);
        boolean counts = said.isPresent() && said.get().isAbsolute();
        Path cache = counts ? said.get() : world.home().resolve(".cache");
        return LocksFolder.in(world.files(), cache);
    }

    /// All of standard input, exactly as it is.
    static byte[] input(World world) throws Failure {
        try {
            byte[] bytes = world.in().readNBytes(MAXIMAL_BYTES + 1);
            if (bytes.length <= MAXIMAL_BYTES) return bytes;
        } catch (IOException broken) {
            throw new Failure.Unavailable("standard input cannot be read", "try again")
                    .because(broken);
        }
        throw new Failure.Refused(
                "more than 256 MiB on standard input", "a vault is for smaller files");
    }
}
