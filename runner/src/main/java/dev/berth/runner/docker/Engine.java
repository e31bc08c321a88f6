package dev.berth.runner.docker;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// A Docker engine behind its socket: one request, one connection, one answer.
final class Engine {
    private static final String VERSION = "/v1.41";
    private static final String ADVICE = "see that the engine runs, and `berth doctor`";

    private final Path socket;

    Engine(Path socket) {
        this.socket = socket;
    }

    /// Asks for something that must be there.
    Answer get(String path) throws Failure {
        return ask("GET", path, "");
    }

    Answer post(String path, Json.Obj body) throws Failure {
        return ask("POST", path, new String(body.file(), StandardCharsets.UTF_8));
    }

    Answer post(String path) throws Failure {
        return ask("POST", path, "");
    }

    Answer delete(String path) throws Failure {
        return ask("DELETE", path, "");
    }

    /// JSON as part of an address.
    static String encoded(Json.Obj value) {
        String text = new String(value.file(), StandardCharsets.UTF_8);
        return URLEncoder.encode(text.strip(), StandardCharsets.UTF_8);
    }

    /// A word as part of an address; the engine wants its slashes as they are.
    static String encoded(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("%2F", "/");
    }

    private Answer ask(String method, String path, String body) throws Failure {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head =
                method
                        + " "
                        + VERSION
                        + path
                        + " HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: "
                        + content.length
                        + "\r\n\r\n";
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            write(channel, head.getBytes(StandardCharsets.US_ASCII));
            write(channel, content);
            return HttpReply.read(Channels.newInputStream(channel));
        } catch (IOException broken) {
            throw new Failure.Unavailable(
                            "the Docker engine at " + socket + " does not answer", ADVICE)
                    .because(broken);
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) channel.write(buffer);
    }

    /// What the engine said: a status and, mostly, JSON.
    record Answer(int status, String body) {
        boolean isOk() {
            return status >= 200 && status < 300;
        }

        /// Its object; anything but success is a failure in the engine's own words.
        JsonReader object() throws Failure {
            try {
                return StrictJson.open(required().getBytes(StandardCharsets.UTF_8));
            } catch (JsonRefusal refusal) {
                throw unreadable(refusal);
            }
        }

        List<JsonReader> list() throws Failure {
            String whole = "{\"all\":" + required() + "}";
            try {
                return StrictJson.open(whole.getBytes(StandardCharsets.UTF_8)).objects("all");
            } catch (JsonRefusal refusal) {
                throw unreadable(refusal);
            }
        }

        String required() throws Failure {
            if (isOk()) return body;
            throw new Failure.Unavailable("the Docker engine says: " + message(), ADVICE);
        }

        /// The engine's own words.
        String message() {
            try {
                return StrictJson.open(body.getBytes(StandardCharsets.UTF_8)).text("message");
            } catch (JsonRefusal refusal) {
                return "status " + status;
            }
        }

        private static Failure unreadable(JsonRefusal refusal) {
            return new Failure.Unavailable("the Docker engine's answer cannot be read", ADVICE)
                    .because(refusal);
        }
    }
}
