package dev.berth.bundle.secrets;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads a file that holds secrets by its name, line by line.
final class Lines {
    private static final int MOST_LINE = 4096;

    private final NamedFile file;
    private final List<Finding> findings;
    private final StringBuilder line = new StringBuilder();
    private long number = 1;

    Lines(NamedFile file, List<Finding> findings) {
        this.file = file;
        this.findings = findings;
    }

    /// What comes next is line `line`.
    void startAt(long line) {
        number = line;
    }

    boolean matter() {
        return file != NamedFile.NONE;
    }

    void whole(byte[] bytes, int length) {
        add(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
        end();
    }

    void add(byte[] piece) {
        add(new String(piece, StandardCharsets.ISO_8859_1));
    }

    private void add(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            char c = piece.charAt(i);
            if (c == '\n') {
                end();
                number++;
            } else if (line.length() < MOST_LINE) {
                line.append(c);
            }
        }
    }

    void end() {
        if (file.isSecret(line.toString().strip())) {
            findings.add(new Finding(number, file.kind()));
        }
        line.setLength(0);
    }
}
