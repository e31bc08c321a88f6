package dev.berth.cli.client;

import dev.berth.failure.Failure;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Files as the body of one upload, read only as they are sent.
final class Multipart {
    private final List<Part> parts;
    private final String boundary = "berth-" + UUID.randomUUID();

    /// A file, and its name from the folder that it goes to.
    record Part(String name, Path file) {}

    Multipart(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    String type() {
        return "multipart/form-data; boundary=" + boundary;
    }

    BodyPublisher publisher() throws Failure {
        var pieces = new ArrayList<BodyPublisher>();
        for (var part : parts) {
            pieces.add(
                    text(
                            "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n"
                                    .formatted(boundary, quoted(part.name()))));
            try {
                pieces.add(BodyPublishers.ofFile(part.file()));
            } catch (FileNotFoundException gone) {
                throw new Failure.NotFound(part.file() + " is gone", "send the rest without it")
                        .because(gone);
            }
            pieces.add(text("\r\n"));
        }
        pieces.add(text("--%s--\r\n".formatted(boundary)));
        return BodyPublishers.concat(pieces.toArray(BodyPublisher[]::new));
    }

    private static BodyPublisher text(String text) {
        return BodyPublishers.ofByteArray(text.getBytes(StandardCharsets.UTF_8));
    }

    /// As browsers do it.
    private static String quoted(String name) {
        return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }
}
