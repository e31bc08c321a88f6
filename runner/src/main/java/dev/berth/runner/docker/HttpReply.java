package dev.berth.runner.docker;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Reads one HTTP answer of bounded size to its end.
final class HttpReply {
    private static final int MAXIMAL_BYTES = 16 << 20;
    private static final int MAXIMAL_LINE = 64 << 10;

    private final InputStream in;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private HttpReply(InputStream in) {
        this.in = in;
    }

    static Engine.Answer read(InputStream in) throws IOException {
        return new HttpReply(in).answer();
    }

    private Engine.Answer answer() throws IOException {
        String[] status = line().split(" ", 3);
        if (status.length < 2 || !status[1].matches("[0-9]{3}")) {
            throw new IOException("not an HTTP answer");
        }
        long length = -1;
        boolean chunked = false;
        for (String field = line(); !field.isEmpty(); field = line()) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring("content-length:".length()).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.contains("chunked");
            }
        }
        if (chunked) chunks();
        else if (length >= 0) take(length);
        else take(MAXIMAL_BYTES, true);
        return new Engine.Answer(
                Integer.parseInt(status[1]), body.toString(StandardCharsets.UTF_8));
    }

    private void chunks() throws IOException {
        while (true) {
            String size = line().split(";", 2)[0].strip();
            long length = Long.parseLong(size, 16);
            if (length == 0) return;
            take(length);
            line();
        }
    }

    private void take(long length) throws IOException {
        take(length, false);
    }

    private void take(long length, boolean mayEndEarly) throws IOException {
        if (body.size() + length > MAXIMAL_BYTES && !mayEndEarly) {
            throw new IOException("an answer of more than " + MAXIMAL_BYTES + " bytes");
        }
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length && !mayEndEarly) throw new EOFException("the answer is cut off");
        body.writeBytes(bytes);
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) throw new EOFException("the answer is cut off");
            if (line.size() > MAXIMAL_LINE) throw new IOException("a line without end");
            if (next != '\r') line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
