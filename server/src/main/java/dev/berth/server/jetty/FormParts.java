package dev.berth.server.jetty;

import dev.berth.failure.Failure;
import dev.berth.server.http.Body;
import dev.berth.server.http.Disposition;
import dev.berth.server.http.Part;
import dev.berth.server.http.Parts;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartCompliance;
import org.eclipse.jetty.io.Content;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A `multipart/form-data` body, read with Jetty's parser piece by piece: never more of it is held
/// than one piece.
final class FormParts implements Parts {
    private static final String TYPE = "multipart/form-data";
    private static final String DISPOSITION = "Content-Disposition";
    private static final int PIECE_BYTES = 1 << 16;
    private static final int HEADER_BYTES = 16 << 10;
    private static final int LONGEST_BOUNDARY = 70;

    private final Body body;
    private final MultiPart.Parser parser;
    private final Deque<Happening> happened = new ArrayDeque<>();
    private boolean ended;

    private FormParts(Body body, String boundary) {
        this.body = body;
        parser = new MultiPart.Parser(boundary, MultiPartCompliance.RFC7578, new Hearing());
        parser.setPartHeadersMaxLength(HEADER_BYTES);
        parser.setMaxParts(-1);
    }

    static FormParts of(List<String> types, Body body) throws Failure {
        String type = types.size() == 1 ? types.getFirst() : "";
        boolean form = type.toLowerCase(Locale.ROOT).startsWith(TYPE);
        String boundary = form ? MultiPart.extractBoundary(type) : null;
        if (boundary == null || boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
            throw new Failure.Malformed(
                    "the body is no form with files",
                    "send multipart/form-data, as `curl -F file=@NAME` does");
        }
        return new FormParts(body, boundary);
    }

    /// What the parser came upon.
    private sealed interface Happening {}

    private record Began(Optional<String> disposition, boolean executable) implements Happening {}

    private record Data(ByteBuffer bytes) implements Happening {}

    private record Ended() implements Happening {}

    private record Complete() implements Happening {}

    private record Refused(String why) implements Happening {}

    /// Takes down what the parser says.
    private final class Hearing extends MultiPart.AbstractPartsListener {
        private boolean executable;
        private Optional<String> disposition = Optional.empty();

        @Override
        public void onPartHeader(String name, String value) {
            super.onPartHeader(name, value);
            if (name.equalsIgnoreCase(Part.EXECUTABLE)) executable = value.equals("true");
            if (name.equalsIgnoreCase(DISPOSITION)) disposition = Optional.of(value);
        }

        @Override
        public void onPartHeaders() {
            happened.add(new Began(disposition, executable));
            executable = false;
            disposition = Optional.empty();
        }

        @Override
        public void onPartContent(Content.Chunk chunk) {
            if (chunk.hasRemaining()) happened.add(new Data(chunk.getByteBuffer().slice()));
        }

        @Override
        public void onPart(String name, String fileName, HttpFields headers) {
            happened.add(new Ended());
        }

        @Override
        public void onComplete() {
            happened.add(new Complete());
        }

        @Override
        public void onFailure(Throwable failure) {
            happened.add(new Refused(String.valueOf(failure.getMessage())));
        }
    }

    @Override
    public Optional<Part> next() throws Failure {
        while (true) {
            switch (happening()) {
                case Began(var said, var executable) -> {
                    // Not as the parser reads it: that one guesses at names which are not UTF-8.
                    Optional<String> filename = Optional.empty();
                    if (said.isPresent()) filename = Disposition.filename(said.get());
                    return Optional.of(new Part(filename, executable, new Reading()));
                }
                // What nobody has read of the part before.
                case Data _, Ended _ -> {}
                case Complete _ -> {
                    drain();
                    return Optional.empty();
                }
                case Refused(var why) -> throw malformed(why);
            }
        }
    }

    private Happening happening() throws Failure {
        while (happened.isEmpty()) {
            if (ended) throw malformed("it ends too early");
            byte[] piece = new byte[PIECE_BYTES];
            int count = body.read(piece);
            ended = count < 0;
            parse(ended ? Content.Chunk.EOF : chunk(Arrays.copyOf(piece, count)));
        }
        return happened.removeFirst();
    }

    private static Content.Chunk chunk(byte[] bytes) {
        return Content.Chunk.from(ByteBuffer.wrap(bytes), false);
    }

    private void parse(Content.Chunk chunk) {
        try {
            parser.parse(chunk);
        } catch (RuntimeException refused) {
            happened.add(new Refused(String.valueOf(refused.getMessage())));
        }
    }

    /// What comes behind the last part is nobody's.
    private void drain() throws Failure {
        byte[] piece = new byte[PIECE_BYTES];
        while (!ended) ended = body.read(piece) < 0;
    }

    private static Failure malformed(String why) {
        return new Failure.Malformed(
                "the form cannot be read: " + why, "send it as `curl -F file=@NAME` does");
    }

    /// The bytes of the part that was begun last.
    private final class Reading implements Body {
        private boolean over;

        @Override
        public int read(byte[] into) throws Failure {
            if (over) return -1;
            var happening = happening();
            return switch (happening) {
                case Data(var bytes) -> {
                    int count = Math.min(into.length, bytes.remaining());
                    bytes.get(into, 0, count);
                    if (bytes.hasRemaining()) happened.addFirst(happening);
                    yield count;
                }
                case Refused(var why) -> throw malformed(why);
                case Ended _, Began _, Complete _ -> {
                    over = true;
                    if (!(happening instanceof Ended)) happened.addFirst(happening);
                    yield -1;
                }
            };
        }

        @Override
        public long length() {
            return -1;
        }
    }
}
