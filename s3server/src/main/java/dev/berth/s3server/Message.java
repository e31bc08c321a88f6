package dev.berth.s3server;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A request or an answer of HTTP/1.1, whole: its first line, its headers as they came, its body.
public final class Message {
    private static final int LONGEST_LINE = 1 << 16;

    private final String first;
    private final List<String> headers;
    private final byte[] body;

    public Message(String first, List<String> headers, byte[] body) {
        this.first = first;
        this.headers = List.copyOf(headers);
        this.body = body.clone();
    }

    /// An answer in a store's own words.
    public static Message refusal(int status, String code) {
        var body =
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
                        .formatted(code, code);
        return new Message(
                "HTTP/1.1 %d %s".formatted(status, code),
                List.of("Content-Type: application/xml"),
                body.getBytes(StandardCharsets.UTF_8));
    }

    public String first() {
        return first;
    }

    public String method() {
        return first.substring(0, first.indexOf(' '));
    }

    /// What is asked for: path and query.
    public String target() {
        return first.substring(first.indexOf(' ') + 1, first.lastIndexOf(' '));
    }

    boolean isAnswer() {
        return first.startsWith("HTTP/");
    }

    public int status() {
        return Integer.parseInt(first.split(" ", 3)[1]);
    }

    public int bodyBytes() {
        return body.length;
    }

    public byte[] body() {
        return body.clone();
    }

    public Message withBody(byte[] other) {
        return new Message(first, headers, other);
    }

    /// The same with one bit of its body another.
    Message flipped(RandomGenerator random) {
        byte[] other = body.clone();
        other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
        return withBody(other);
    }

    public Optional<String> header(String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        return headers.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .findFirst();
    }

    /// Everything in front of the body, for a body of `length` bytes.
    byte[] head(long length) {
        var text = new StringBuilder(first).append("\r\n");
        for (String line : headers) {
            String name = line.toLowerCase(Locale.ROOT);
            boolean ours =
                    name.startsWith("content-length:")
                            || name.startsWith("transfer-encoding:")
                            || name.startsWith("expect:")
                            || name.startsWith("connection:");
            if (!ours) text.append(line).append("\r\n");
        }
        text.append("Content-Length: ").append(length).append("\r\n\r\n");
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /// What [#head] tells of an answer without a body that says how long it would be.
    long toldLength() {
        return header("Content-Length").map(Long::parseLong).orElse((long) body.length);
    }

    /// Reads first line and headers; empty when the other side has nothing more to say.
    static Optional<Message> readHead(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) return Optional.empty();
        var headers = new ArrayList<String>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) headers.add(line);
        return Optional.of(new Message(first, headers, new byte[0]));
    }

    /// The same message with its body, which is read as its headers say.
    Message readBody(InputStream in) throws IOException {
        if (header("Transfer-Encoding").isPresent()) return withBody(chunks(in));
        int length = header("Content-Length").map(Integer::parseInt).orElse(0);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) throw new EOFException("a body that was cut");
        return withBody(bytes);
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var all = new ByteArrayOutputStream();
        while (true) {
            int length = Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
            byte[] chunk = in.readNBytes(length);
            if (chunk.length < length) throw new EOFException("a chunk that was cut");
            all.writeBytes(chunk);
            String end = line(in);
            if (length == 0) {
                while (!end.isEmpty()) end = line(in);
                return all.toByteArray();
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            int next = in.read();
            if (next < 0 || next == '\n') break;
            if (next != '\r') line.write(next);
            if (line.size() > LONGEST_LINE) throw new IOException("a line without an end");
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return first;
    }
}
