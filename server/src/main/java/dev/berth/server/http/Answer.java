package dev.berth.server.http;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.problem.Problem;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// What is sent back: a status, headers, and content that is written when its time comes.
public final class Answer {
    private static final long UNKNOWN = -1;

    private final int status;
    private final Map<String, String> headers;
    private final long length;
    private final Content content;

    private Answer(int status, Map<String, String> headers, long length, Content content) {
        this.status = status;
        this.headers = headers;
        this.length = length;
        this.content = content;
    }

    /// Where content goes.
    public interface Out {
        /// An `Unavailable` when the caller is gone.
        void write(byte[] bytes, int from, int count) throws Failure;

        /// Sends what was written so far.
        void flush() throws Failure;

        default void write(byte[] bytes) throws Failure {
            write(bytes, 0, bytes.length);
        }
    }

    /// Writes itself. A failure cuts the answer off, so that nobody takes it for whole.
    public interface Content {
        void writeTo(Out out) throws Failure, InterruptedException;

        /// Called once, whether it was written or not.
        default void close() {}
    }

    public static Answer empty(int status) {
        return new Answer(status, Map.of(), 0, _ -> {});
    }

    public static Answer json(Json.Obj body) {
        return json(200, body);
    }

    public static Answer json(int status, Json.Obj body) {
        return bytes(status, "application/json", body.compact() + "\n");
    }

    public static Answer of(Problem problem) {
        return bytes(problem.status(), Problem.MEDIA_TYPE, problem.json().compact() + "\n");
    }

    public static Answer bytes(int status, String type, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return stream(status, type, bytes.length, out -> out.write(bytes));
    }

    /// Content of a known length, or of one that shows at its end.
    public static Answer stream(int status, String type, long length, Content content) {
        return new Answer(status, Map.of("Content-Type", type), length, content);
    }

    public static Answer stream(int status, String type, Content content) {
        return stream(status, type, UNKNOWN, content);
    }

    public Answer with(String header, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, length, content);
    }

    /// With these as well, where it has none of the name.
    Answer withMissing(Map<String, String> others) {
        var more = new LinkedHashMap<>(others);
        more.putAll(headers);
        return new Answer(status, more, length, content);
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }

    /// In bytes; negative when it is not known.
    public long length() {
        return length;
    }

    public Content content() {
        return content;
    }
}
