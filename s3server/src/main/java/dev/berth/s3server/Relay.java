package dev.berth.s3server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Stands between a client and a server: hands requests on, whole, and remembers them. What else
/// becomes of them, its [Way] says.
public final class Relay implements AutoCloseable {
    private static final byte[] GO_ON =
            "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final ServerSocket listening;
    private final URI server;
    private final Way way;
    private final List<String> requests = new ArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private Relay(ServerSocket listening, URI server, Way way) {
        this.listening = listening;
        this.server = server;
        this.way = way;
    }

    /// What is done with a request.
    public interface Way {
        void carry(Message request, Wire wire) throws IOException;
    }

    /// Hands everything on as it is.
    public static final Way PLAIN = (request, wire) -> wire.reply(wire.ask(request));

    public static Relay to(URI server, Way way) {
        try {
            var listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
            var relay = new Relay(listening, server, way);
            Thread.ofPlatform().daemon().name("relay").start(relay::listen);
            return relay;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    /// Method and target of all requests since the last call, in the order of their arrival.
    public List<String> taken() {
        synchronized (requests) {
            var all = List.copyOf(requests);
            requests.clear();
            return all;
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (var socket : open) socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void listen() {
        while (true) {
            try {
                var client = listening.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        open.add(client);
        try (client;
                var wire = new Wire(client)) {
            client.setTcpNoDelay(true);
            var in = new BufferedInputStream(client.getInputStream());
            while (true) {
                var head = Message.readHead(in);
                if (head.isEmpty()) return;
                if (head.get().header("Expect").isPresent()) {
                    client.getOutputStream().write(GO_ON);
                }
                var request = head.get().readBody(in);
                synchronized (requests) {
                    requests.add(request.method() + " " + request.target());
                }
                way.carry(request, wire);
            }
        } catch (IOException ended) {
            // Either side hung up, or we did.
        } finally {
            open.remove(client);
        }
    }

    /// The two ends of one connection.
    public final class Wire implements AutoCloseable {
        private final Socket client;
        private Optional<Socket> upstream = Optional.empty();
        private InputStream answers = InputStream.nullInputStream();

        private Wire(Socket client) {
            this.client = client;
        }

        /// Lets the server do what is asked, and takes its answer.
        public Message ask(Message request) throws IOException {
            var out = toServer();
            out.write(request.head(request.bodyBytes()));
            out.write(request.body());
            out.flush();
            var head = Message.readHead(answers).orElseThrow(() -> new IOException("no answer"));
            if (!head.isAnswer()) throw new IOException("out of step: " + head);
            boolean bare =
                    request.method().equals("HEAD")
                            || head.status() == NO_CONTENT
                            || head.status() == NOT_MODIFIED;
            if (!bare) return head.readBody(answers);
            // Some send a body where there may be none, which would be taken for the next answer.
            if (!request.method().equals("HEAD")) forgetServer();
            return head;
        }

        /// Lets the server have only a part of what is asked.
        public void begin(Message request, int bytes) throws IOException {
            var out = toServer();
            out.write(request.head(request.bodyBytes()));
            out.write(request.body(), 0, bytes);
            out.flush();
            forgetServer();
        }

        private void forgetServer() throws IOException {
            upstream.orElseThrow().close();
            upstream = Optional.empty();
        }

        public void reply(Message answer) throws IOException {
            reply(answer, answer.bodyBytes());
        }

        /// The first `bytes` of an answer that says it is whole.
        public void reply(Message answer, int bytes) throws IOException {
            var out = client.getOutputStream();
            out.write(
                    answer.head(
                            answer.bodyBytes() == 0 ? answer.toldLength() : answer.bodyBytes()));
            out.write(answer.body(), 0, bytes);
            out.flush();
        }

        /// Hangs up as a broken network does.
        public void reset() throws IOException {
            client.setSoLinger(true, 0);
            client.close();
        }

        /// Hangs up in good order.
        public void end() throws IOException {
            client.close();
        }

        private OutputStream toServer() throws IOException {
            if (upstream.isEmpty()) {
                var socket = new Socket(server.getHost(), server.getPort());
                socket.setTcpNoDelay(true);
                upstream = Optional.of(socket);
                answers = new BufferedInputStream(socket.getInputStream());
            }
            return upstream.get().getOutputStream();
        }

        @Override
        public void close() throws IOException {
            if (upstream.isPresent()) upstream.get().close();
        }
    }
}
