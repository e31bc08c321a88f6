package dev.berth.cli.client;

import dev.berth.cli.Progress;
import dev.berth.cli.World;
import dev.berth.cli.disk.Source;
import dev.berth.failure.Failure;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/// Files as a form that is made while it is sent; one of them is open at a time.
final class Form {
    private final World world;
    private final List<Gathering.Local> files;
    private final Progress progress;
    private final String boundary = "berth-" + UUID.randomUUID();

    Form(World world, List<Gathering.Local> files, Progress progress) {
        this.world = world;
        this.files = files;
        this.progress = progress;
    }

    String type() {
        return "multipart/form-data; boundary=" + boundary;
    }

    InputStream stream() {
        Deque<InputStream> parts = new ArrayDeque<>();
        for (var file : files) {
            parts.add(new Later(() -> text(head(file))));
            parts.add(new Later(() -> content(file)));
        }
        parts.add(new Later(() -> text("\r\n--" + boundary + "--\r\n")));
        return new SequenceInputStream(Collections.enumeration(parts));
    }

    private String head(Gathering.Local file) {
        // The one way that says every name: quotes, backslashes and line breaks too.
        String name = Api.encoded(file.name());
        String executable = file.executable() ? Api.EXECUTABLE + ": true\r\n" : "";
        return "\r\n--%s\r\nContent-Disposition: form-data; name=\"file\"; filename*=UTF-8''%s\r\n%s\r\n"
                .formatted(boundary, name, executable);
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private InputStream content(Gathering.Local file) throws IOException {
        try {
            var source = Source.open(world, file.path());
            return new FilterInputStream(source.stream()) {
                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    int count = super.read(into, offset, length);
                    if (count > 0) progress.add(count);
                    return count;
                }

                @Override
                public void close() {
                    source.close();
                }
            };
        } catch (Failure failure) {
            throw new IOException(failure);
        }
    }

    /// A stream that is made when its first byte is asked for.
    private static final class Later extends InputStream {
        private final Making making;
        private InputStream made = InputStream.nullInputStream();
        private boolean begun;

        Later(Making making) {
            this.making = making;
        }

        interface Making {
            InputStream make() throws IOException;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (!begun) {
                begun = true;
                made = making.make();
            }
            return made.read(into, offset, length);
        }

        @Override
        public void close() throws IOException {
            made.close();
        }
    }
}
