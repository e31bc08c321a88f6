package dev.berth.durable.json;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/// A document that was once answered wrongly, or nearly so. Its file's name carries what must be
/// answered: `cut-in-a-word--CUT_SHORT-1-9.json` is refused as cut short in line 1, column 9.
record JsonFinding(String name, String expected, String latin1) {
    private static final Pattern NAME =
            Pattern.compile("([a-z-]+)--(OK|([A-Z0-9_]+)-([0-9]+)-([0-9]+))\\.json");

    static List<JsonFinding> all() throws IOException, URISyntaxException {
        var folder = JsonFinding.class.getResource("/json/findings");
        var findings = new ArrayList<JsonFinding>();
        try (var files = Files.list(Path.of(Objects.requireNonNull(folder).toURI()))) {
            for (var file : files.sorted().toList()) findings.add(of(file));
        }
        return findings;
    }

    private static JsonFinding of(Path file) throws IOException {
        var name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) throw new AssertionError("a finding without a verdict: " + file);
        String expected =
                name.group(2).equals("OK")
                        ? "OK"
                        : "%s@%s:%s".formatted(name.group(3), name.group(4), name.group(5));
        return new JsonFinding(
                name.group(1), expected, Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    byte[] document() {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return expected + " " + name;
    }
}
