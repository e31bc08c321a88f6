package dev.berth.durable.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/// One document of our table of cases, with what is expected of it.
record JsonCase(String expected, String shown) {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(n|r|t|\\\\|x[0-9a-f]{2})");

    static List<JsonCase> all() {
        try (var in = JsonCase.class.getResourceAsStream("/json/cases.txt")) {
            if (in == null) throw new IllegalStateException("no table of cases");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("# "))
                    .map(JsonCase::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonCase parse(String line) {
        int space = line.indexOf(' ');
        return new JsonCase(line.substring(0, space), line.substring(space + 1));
    }

    byte[] document() {
        var out = new ByteArrayOutputStream();
        var escape = ESCAPE.matcher(shown);
        int from = 0;
        while (escape.find()) {
            out.writeBytes(shown.substring(from, escape.start()).getBytes(StandardCharsets.UTF_8));
            String what = escape.group(1);
            switch (what.charAt(0)) {
                case 'n' -> out.write('\n');
                case 'r' -> out.write('\r');
                case 't' -> out.write('\t');
                case 'x' -> out.write(Integer.parseInt(what.substring(1), 16));
                default -> out.write('\\');
            }
            from = escape.end();
        }
        out.writeBytes(shown.substring(from).getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    @Override
    public String toString() {
        return expected + " " + shown;
    }
}
