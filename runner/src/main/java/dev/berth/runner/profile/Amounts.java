package dev.berth.runner.profile;

import dev.berth.failure.Failure;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// How the amounts of a profile's limits are written: `2GB`, `512MiB`, `2g`; `0.5`, `2`, `500m`.
public final class Amounts {
    private static final Pattern MEMORY =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,3})?)([a-z]*)");
    private static final Pattern CPUS = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)(m?)");
    private static final Map<String, Long> UNITS =
            Map.ofEntries(
                    Map.entry("", 1L),
                    Map.entry("b", 1L),
                    Map.entry("kb", 1_000L),
                    Map.entry("mb", 1_000_000L),
                    Map.entry("gb", 1_000_000_000L),
                    Map.entry("tb", 1_000_000_000_000L),
                    // A single letter is a power of two, as for containers.
                    Map.entry("k", 1L << 10),
                    Map.entry("m", 1L << 20),
                    Map.entry("g", 1L << 30),
                    Map.entry("kib", 1L << 10),
                    Map.entry("mib", 1L << 20),
                    Map.entry("gib", 1L << 30),
                    Map.entry("tib", 1L << 40));
    private static final long LEAST_BYTES = 6L << 20;
    private static final long MOST_BYTES = 1L << 50;
    private static final BigDecimal LEAST_CPUS = new BigDecimal("0.01");
    private static final BigDecimal MOST_CPUS = new BigDecimal("1024");

    private Amounts() {}

    /// Bytes; at least 6 MiB, below which no engine starts anything.
    public static long memory(String text) throws Failure {
        var parts = MEMORY.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!parts.matches() || !UNITS.containsKey(parts.group(2))) {
            throw new Failure.Refused(
                    "is not an amount of memory: " + text, "write it as 512MB, 2GB or 2GiB");
        }
        long unit = UNITS.getOrDefault(parts.group(2), 1L);
        var bytes = new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unit));
        if (bytes.compareTo(BigDecimal.valueOf(LEAST_BYTES)) < 0
                || bytes.compareTo(BigDecimal.valueOf(MOST_BYTES)) > 0) {
            throw new Failure.Refused(
                    "is too little or too much memory: " + text, "choose from 6MiB to 1024TiB");
        }
        return bytes.longValue();
    }

    /// Cores, also a part of one; `500m` is half of one.
    public static double cpus(String text) throws Failure {
        var parts = CPUS.matcher(text.strip());
        if (!parts.matches()) {
            throw new Failure.Refused(
                    "is not a number of CPUs: " + text, "write it as 0.5, 2 or 500m");
        }
        var cpus = new BigDecimal(parts.group(1));
        if (!parts.group(2).isEmpty()) cpus = cpus.movePointLeft(3);
        if (cpus.compareTo(LEAST_CPUS) < 0 || cpus.compareTo(MOST_CPUS) > 0) {
            throw new Failure.Refused(
                    "is too little or too much CPU: " + text, "choose from 0.01 to 1024");
        }
        return cpus.doubleValue();
    }
}
