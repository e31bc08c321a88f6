package dev.berth.disk;

/// How much: entries of any kind, and the bytes in them.
public record Tally(long files, long bytes) {
    public static final Tally NOTHING = new Tally(0, 0);

    public Tally and(long size) {
        return new Tally(files + 1, bytes + size);
    }

    public Tally and(Tally other) {
        return new Tally(files + other.files, bytes + other.bytes);
    }
}
