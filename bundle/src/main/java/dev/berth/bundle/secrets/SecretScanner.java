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
/// Not for several threads. Takes time in proportion to the bytes, whatever they are: at each place
/// three bytes decide whether any shape can start there, and no shape looks further than a fixed
/// length. Pieces overlap by that length, so that nothing hides on a border. What was written in
/// UTF-16 or UTF-32, as some shells do, is read as such, wherever in a file it starts.
public final class SecretScanner {
    /// Further than any shape looks.
    static final int OVERLAP_BYTES = 8192;

    /// Enough to show what is wrong; nobody reads more from one file.
    private static final int MOST_FINDINGS = 1000;

    private static final boolean[] STARTS = starts();
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
    private long line = 1;
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
        if (scanner.narrowing == Narrowing.NONE) {
            scanner.look(bytes, length, length);
            if (scanner.lines.matter()) scanner.lines.whole(bytes, length);
            scanner.lookApart(bytes, 0, length);
            scanner.endApart();
            return scanner.sorted();
        }
        scanner.update(bytes, length);
        return scanner.finish();
    }

    public void update(byte[] bytes, int length) {
        start(bytes, length);
        for (int at = 0; at < length; at += PIECE_BYTES) {
            int end = Math.min(length, at + PIECE_BYTES);
            take(Arrays.copyOfRange(bytes, at, end));
            if (narrowing == Narrowing.NONE) lookApart(bytes, at, end);
        }
    }

    public List<Finding> finish() {
        look(held, heldLength, heldLength);
        if (lines.matter()) lines.end();
        endApart();
        return sorted();
    }

    /// Once more, for text of wide characters among other bytes.
    private void lookApart(byte[] bytes, int from, int to) {
        if (wide == null) {
            if (!Apart.mayHold(bytes, from, to)) return;
            wide = new SecretScanner(name);
            wide.line = line;
        }
        wide.take(apart.take(bytes, from, to));
    }

    private void endApart() {
        if (wide == null) return;
        wide.take(apart.end());
        findings.addAll(wide.finish());
    }

    /// What looks like a secret in a name, with its folders; empty when nothing does.
    public static Optional<NameFinding> inName(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length - 2; i++) {
            int three = number(bytes[i], bytes[i + 1], bytes[i + 2]);
            if (!STARTS[slot(three)]) continue;
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

    private void take(byte[] bytes) {
        byte[] plain = narrowing.narrow(bytes);
        if (lines.matter()) lines.add(plain);
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
        int counted = looked;
        int last = Math.min(stop, end - 2);
        int three = looked < last ? (bytes[looked] & 0xff) << 8 | (bytes[looked + 1] & 0xff) : 0;
        for (int i = looked; i < last; i++) {
            three = three << 8 | (bytes[i + 2] & 0xff);
            if (!STARTS[slot(three)]) continue;
            String kind = kindAt(bytes, i, end);
            if (kind.isEmpty()) continue;
            line += lineEnds(bytes, counted, i);
            counted = i;
            found(kind);
        }
        // Of a file that is whole in memory nobody asks any more.
        if (stop < end) line += lineEnds(bytes, counted, stop);
        looked = stop;
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

    private void found(String kind) {
        if (line == lastFound || findings.size() >= MOST_FINDINGS) return;
        lastFound = line;
        findings.add(new Finding(line, kind));
    }

    private static long lineEnds(byte[] bytes, int from, int to) {
        long count = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') count++;
        }
        return count;
    }

    /// Three characters, of which the last three bytes of `three` are made, in a small table: most
    /// places are told apart by one look.
    private static int slot(int three) {
        return ((three << 8) * 0x9e3779b1) >>> 16;
    }

    private static boolean[] starts() {
        var starts = new boolean[1 << 16];
        for (var shape : TokenShape.ALL) {
            shape.firstThree().forEach(three -> starts[slot(number(three))] = true);
        }
        for (String three : LongShape.FIRST_THREE) starts[slot(number(three))] = true;
        for (String three : ContextShape.FIRST_THREE) starts[slot(number(three))] = true;
        return starts;
    }

    private static int number(byte first, byte second, byte third) {
        return ((first & 0xff) << 16) | ((second & 0xff) << 8) | (third & 0xff);
    }

    private static int number(String three) {
        return three.charAt(0) << 16 | three.charAt(1) << 8 | three.charAt(2);
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
