package dev.berth.server.jetty;

import dev.berth.failure.Failure;
import dev.berth.server.http.Body;
import dev.berth.server.http.Incoming;
import dev.berth.server.http.Parts;

import org.eclipse.jetty.server.Request;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A call as Jetty read it.
final class JettyIncoming implements Incoming {
    private static final int PIECE_BYTES = 1 << 16;
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final Request request;
    private final Streamed body;

    JettyIncoming(Request request) {
        this.request = request;
        body = new Streamed(Request.asInputStream(request), request.getLength());
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
    }

    @Override
    public String query() {
        return Objects.requireNonNullElse(request.getHttpURI().getQuery(), "");
    }

    @Override
    public List<String> headers(String name) {
        return request.getHeaders().getFields(name).stream()
                .map(field -> Objects.requireNonNullElse(field.getValue(), ""))
                .toList();
    }

    @Override
    public String remote() {
        return Objects.requireNonNullElse(Request.getRemoteAddr(request), "");
    }

    @Override
    public Body body() {
        return body;
    }

    @Override
    public Parts parts() throws Failure {
        return FormParts.of(headers("Content-Type"), body);
    }

    /// Takes what the caller still sends, and drops it: one who is refused halfway hears of it only
    /// when all is sent, or may find the connection cut instead. Ends when nothing comes any more.
    /// One who asked first and was never told to go on sends nothing.
    void drain() {
        boolean waits = !body.begun && !headers("Expect").isEmpty();
        if (waits) return;
        long end = System.nanoTime() + LONGEST_DRAIN.toNanos();
        byte[] piece = new byte[PIECE_BYTES];
        try {
            int count = 0;
            while (count >= 0 && System.nanoTime() < end) count = soon(piece);
        } catch (IOException gone) {
            // Nobody is there to be told.
            assert !gone.toString().isEmpty();
        }
    }

    /// Reads what comes within a moment; a failure if nothing does.
    private int soon(byte[] piece) throws IOException {
        var reader = Thread.currentThread();
        var timer =
                request.getComponents()
                        .getScheduler()
                        .schedule(reader::interrupt, QUIET.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return body.stream.read(piece);
        } finally {
            timer.cancel();
            Thread.interrupted();
        }
    }

    private static final class Streamed implements Body {
        private final InputStream stream;
        private final long length;
        private boolean begun;

        Streamed(InputStream stream, long length) {
            this.stream = stream;
            this.length = length;
        }

        @Override
        public int read(byte[] into) throws Failure {
            begun = true;
            try {
                return stream.read(into);
            } catch (IOException e) {
                // Whether it makes no sense or the caller hung up: it is the caller's doing.
                throw new Failure.Malformed(
                                "the body cannot be read to its end",
                                "send the whole of it, as Content-Length or its chunks say")
                        .because(e);
            }
        }

        @Override
        public long length() {
            return length;
        }
    }
}
