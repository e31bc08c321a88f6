package dev.berth.session;

import dev.berth.failure.Failure;

/// How much a session may have in `workspace` and `memory` together, in MB of 1,048,576 bytes.
public record Quota(long megabytes) {
    public static final long MB = 1_048_576;
    public static final Quota DEFAULT = new Quota(20_480);

    /// Beyond this the bytes would not fit a number.
    private static final long MOST = Long.MAX_VALUE / MB;

    /// As much as a number can say.
    public static final Quota NONE = new Quota(MOST);

    public Quota {
        if (megabytes < 1 || megabytes > MOST) {
            throw new IllegalArgumentException("quota in MB: " + megabytes);
        }
    }

    public static Quota parse(long megabytes) throws Failure {
        if (megabytes >= 1 && megabytes <= MOST) return new Quota(megabytes);
        throw new Failure.Malformed(
                "a quota of %d MB makes no sense".formatted(megabytes),
                "give 1 MB or more; 20480 is usual");
    }

    public long bytes() {
        return megabytes * MB;
    }

    /// Whether `more` bytes fit beside `used`.
    public boolean fits(long used, long more) {
        return more <= 0 || (used <= bytes() && more <= bytes() - used);
    }

    /// Whether nothing more fits: the next turn waits for space.
    public boolean isFull(long used) {
        return used >= bytes();
    }

    /// Refuses what does not fit, before it is written.
    public void require(long used, long more) throws Failure {
        if (fits(used, more)) return;
        throw new Failure.OverQuota(
                "%d bytes more than the %d in use exceed the quota of %d MB"
                        .formatted(more, used, megabytes),
                "remove files, or make a session with a larger quota");
    }
}
