package dev.berth.durable;

import dev.berth.durable.linux.KernelRandom;
import dev.berth.durable.linux.LinuxFiles;

import java.security.SecureRandom;

/// Randomness of this system, fit for keys. Safe for use by several threads.
public final class SystemRandom {
    private static final SecureRandom HERE =
            LinuxFiles.available() ? new KernelRandom() : new SecureRandom();

    private SystemRandom() {}

    /// The kernel's own on Linux, which is there at once: the JDK reads the settings of all its
    /// ciphers before it hands any out, longer than a short command takes for its work.
    public static SecureRandom here() {
        return HERE;
    }
}
