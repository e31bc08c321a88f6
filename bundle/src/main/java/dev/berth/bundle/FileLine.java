package dev.berth.bundle;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// One line of `files.jsonl`. There is exactly one way to write each: fields in this order, no
/// spaces, no escape that is not needed. Reading is writing again and comparing, so that no line
/// can be read in two ways.
public final class FileLine {
    /// More than any line of a decent path takes.
    public static final int MOST_BYTES = 32 * 1024;

    private static final long NANOS = 1_000_000_000;
    private static final String PATH = "{\"path\":\"";
    private static final String VOLUME = "\",\"volume\":\"";
    private static final String MODE = "\",\"mode\":";
    private static final String SIZE = ",\"size\":";
    private static final String TIME = ",\"mtime_ns\":";
    private static final String HASH = ",\"sha256\":\"";
    private static final String END = "\"}";

    private final String line;
    private int at;

    private FileLine(String line) {
        this.line = line;
    }

    /// Whether the time can be said in nanoseconds: the years 1678 to 2261.
    public static boolean canSay(DiskEntry entry) {
        return Math.abs(entry.modifiedSeconds()) < Long.MAX_VALUE / NANOS - 1;
    }

    /// The line, its end included.
    public static void write(BundledFile file, StringBuilder out) {
        var entry = file.entry();
        long nanos = entry.modifiedSeconds() * NANOS + entry.modifiedNanos();
        out.append(PATH);
        quote(entry.path().value(), out);
        out.append(VOLUME).append(file.volume().label());
        out.append(MODE).append(entry.kind().mode());
        out.append(SIZE).append(entry.size());
        out.append(TIME).append(nanos);
        out.append(HASH).append(file.hash().hex()).append(END).append('\n');
    }

    public static byte[] bytes(BundledFile file) {
        var out = new StringBuilder();
        write(file, out);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Reads a line, its end included.
    public static BundledFile parse(byte[] bytes, long number) throws Failure {
        var read = new FileLine(new String(bytes, StandardCharsets.UTF_8)).file();
        if (read.isPresent() && Arrays.equals(bytes, bytes(read.get()))) return read.get();
        throw new Failure.Refused(
                "line %d of files.jsonl is not as wbundle/1 writes it".formatted(number),
                "ask the sender for another bundle");
    }

    private Optional<BundledFile> file() {
        try {
            expect(PATH);
            String path = quoted();
            expect(VOLUME);
            String volume = until('"');
            expect(MODE);
            var kind = EntryKind.ofMode(Long.parseLong(until(',')));
            expect(SIZE);
            long size = Long.parseLong(until(','));
            expect(TIME);
            long nanos = Long.parseLong(until(','));
            expect(HASH);
            var hash = new ContentHash(until('"'));
            if (kind.isEmpty() || size < 0 || VolumePath.flaw(path).isPresent()) {
                return Optional.empty();
            }
            var entry =
                    new DiskEntry(
                            new VolumePath(path),
                            kind.get(),
                            size,
                            Math.floorDiv(nanos, NANOS),
                            (int) Math.floorMod(nanos, NANOS));
            return Optional.of(new BundledFile(Volume.parse(volume), entry, hash));
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException | Failure notOurs) {
            return Optional.empty();
        }
    }

    private void expect(String text) {
        if (!line.startsWith(text, at)) throw new IllegalArgumentException(text);
        at += text.length();
    }

    private String until(char end) {
        int stop = line.indexOf(end, at);
        String found = line.substring(at, stop);
        at = stop;
        return found;
    }

    private String quoted() {
        var text = new StringBuilder();
        for (char c; (c = line.charAt(at)) != '"'; at++) {
            text.append(c == '\\' ? line.charAt(++at) : c);
        }
        return text.toString();
    }

    private static void quote(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') out.append('\\');
            out.append(c);
        }
    }
}
