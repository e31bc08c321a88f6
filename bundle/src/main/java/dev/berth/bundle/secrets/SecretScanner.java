package dev.berth.bundle.secrets;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Looks for secrets in the bytes of one file, which come piece by piece.
///
/// Not for several threads. Takes time in proportion to the bytes, whatever they are: [Anchors]
/// tell whether any shape can start at a place, and no shape looks further than a fixed length.
/// Pieces overlap by that length, so that nothing hides on a border. What was written in UTF-16 or
/// UTF-32, as some shells do, is read as such as well, wherever in a file it starts.
public final class SecretScanner {
    /// Further than any shape looks.
    static final int OVERLAP_BYTES = 8192;

    /// Enough to show what is wrong; nobody reads more from one file.
    private static final int MOST_FINDINGS = 1000;

    private static final TokenShape[][] BY_FIRST = byFirst();
    private static final int PIECE_BYTES = 1 << 20;

    private final Lines lines;
    private final String name;
    private final Apart apart = new Apart();
    private final List<Finding> findings = new ArrayList<>();
    private Narrowing narrowing = Narrowing.UNKNOWN;
    private @Nullable SecretScanner wide;
    private byte[] held = new byte[0];
    private int heldLength;
    private int looked;
    private int counted;
    private boolean zeros;
    private long line = 1;
    private long pieceLine = 1;
    private long lastFound;

    /// `name` is the file's own name, without its folders.
    public SecretScanner(String name) {
        this.name = name;
        lines = new Lines(NamedFile.of(name), findings);
    }

    /// All findings in a file that is whole in memory.
    public static List<Finding> scan(String name, byte[] bytes, int length) {
        var scanner = new SecretScanner(name);
        scanner.start(bytes, length);
        scanner.look(bytes, length, length);
        if (scanner.readsLines()) scanner.lines.whole(bytes, length);
        if (scanner.zeros) scanner.lookWide(bytes, 0, length);
        scanner.endWide();
        return scanner.sorted();
    }

    public void update(byte[] bytes, int length) {
        start(bytes, length);
        for (int at = 0; at < length; at += PIECE_BYTES) {
            int end = Math.min(length, at + PIECE_BYTES);
            if (wide != null || Apart.mayHold(bytes, at, end)) lookWide(bytes, at, end);
            else pieceLine += lineEnds(bytes, at, end);
            byte[] piece = Arrays.copyOfRange(bytes, at, end);
            if (readsLines()) lines.add(piece);
            take(piece);
        }
    }

    public List<Finding> finish() {
        look(held, heldLength, heldLength);
        if (readsLines()) lines.end();
        endWide();
        return sorted();
    }

    /// Lines of wide characters are read as such, and only so.
    private boolean readsLines() {
        return lines.matter() && !narrowing.narrows();
    }

    /// Once more, for text of wide characters, alone or among other bytes.
    private void lookWide(byte[] bytes, int from, int to) {
        if (wide == null) {
            wide = new SecretScanner(name);
            wide.line = pieceLine;
            wide.lines.startAt(pieceLine);
        }
        wide.takeAll(
                narrowing.narrows()
                        ? narrowing.narrow(Arrays.copyOfRange(bytes, from, to))
                        : apart.take(bytes, from, to));
    }

    private void endWide() {
        if (wide == null) return;
        if (!narrowing.narrows()) wide.takeAll(apart.end());
        findings.addAll(wide.finish());
    }

    private void takeAll(byte[] plain) {
        if (lines.matter()) lines.add(plain);
        take(plain);
    }

    /// What looks like a secret in a name, with its folders; empty when nothing does.
    public static Optional<NameFinding> inName(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length - 2; i++) {
            if (!Anchors.mayStart(bytes, i)) continue;
            String kind = kindAt(bytes, i, bytes.length);
            if (!kind.isEmpty()) {
                int at = new String(bytes, 0, i, StandardCharsets.UTF_8).length();
                return Optional.of(NameFinding.at(path, at, kind));
            }
        }
        return Optional.empty();
    }

    /// One for each line, whatever else is wrong with it.
    private List<Finding> sorted() {
        if (findings.isEmpty()) return List.of();
        var byLine = new TreeMap<Long, Finding>();
        for (var finding : findings) byLine.putIfAbsent(finding.line(), finding);
        return List.copyOf(byLine.values());
    }

    private void start(byte[] bytes, int length) {
        if (narrowing == Narrowing.UNKNOWN && length > 0) narrowing = Narrowing.of(bytes, length);
    }

    private void take(byte[] plain) {
        if (held.length < heldLength + plain.length) {
            held = Arrays.copyOf(held, heldLength + plain.length);
        }
        System.arraycopy(plain, 0, held, heldLength, plain.length);
        heldLength += plain.length;
        look(held, heldLength, Math.max(looked, heldLength - OVERLAP_BYTES));
        // What was looked at goes, but for the bytes before the next place that a word may join.
        int gone = Math.max(0, looked - ContextShape.LOOKS_BACK);
        System.arraycopy(held, gone, held, 0, heldLength - gone);
        heldLength -= gone;
        looked -= gone;
    }

    /// Looks at each place from where it stopped up to `stop`; shapes may reach up to `end`.
    private void look(byte[] bytes, int end, int stop) {
        counted = looked;
        int last = Math.min(stop, end - 2);
        int reach = Math.min(end - 1, last + Anchors.MOST_BACK + 1);
        for (int at = looked; at < reach; at += 2) {
            int pair = Anchors.pair(bytes[at], bytes[at + 1]);
            if (Anchors.matters(pair)) lookBefore(at, Anchors.back(pair), bytes, last, end);
        }
        if (end > 0) zeros |= bytes[end - 1] == 0;
        // Of a file that is whole in memory nobody asks any more.
        if (stop < end) lineAt(stop, bytes);
        looked = stop;
    }

    /// The line of a place, counted from the one before: places come nearly in order.
    private long lineAt(int at, byte[] bytes) {
        line += at < counted ? -lineEnds(bytes, at, counted) : lineEnds(bytes, counted, at);
        counted = at;
        return line;
    }

    /// Looks at the places before `at` that `back` has a bit for.
    private void lookBefore(int at, int back, byte[] bytes, int last, int end) {
        if (back == 0) zeros = true;
        for (int left = back; left != 0; left &= left - 1) {
            int start = at - Integer.numberOfTrailingZeros(left);
            if (start < looked || start >= last || !Anchors.mayStart(bytes, start)) continue;
            String kind = kindAt(bytes, start, end);
            if (!kind.isEmpty()) found(lineAt(start, bytes), kind);
        }
    }

    /// What starts here; empty when nothing does. Only names may be joined to others in front, as
    /// in `aws_secret_access_key`.
    private static String kindAt(byte[] bytes, int at, int end) {
        boolean word = Texts.startsWord(bytes, at);
        for (var shape : BY_FIRST[bytes[at] & 0xff]) {
            boolean name = shape.start().endsWith("=");
            if ((word || name) && shape.isAt(bytes, at, end)) return shape.kind();
        }
        String kind = LongShape.kindAt(bytes, at, end);
        return kind.isEmpty() ? ContextShape.kindAt(bytes, at, end) : kind;
    }

    private void found(long at, String kind) {
        if (at == lastFound || findings.size() >= MOST_FINDINGS) return;
        lastFound = at;
        findings.add(new Finding(at, kind));
    }

    private static long lineEnds(byte[] bytes, int from, int to) {
        long count = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') count++;
        }
        return count;
    }

    private static TokenShape[][] byFirst() {
        var all = new TokenShape[256][];
        for (int first = 0; first < all.length; first++) {
            char wanted = (char) first;
            all[first] =
                    TokenShape.ALL.stream()
                            .filter(shape -> shape.start().charAt(0) == wanted)
                            .toArray(TokenShape[]::new);
        }
        return all;
    }
}
