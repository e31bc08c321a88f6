package dev.berth.server.jetty;

import dev.berth.failure.Failure;
import dev.berth.server.http.Journal;
import dev.berth.server.http.Kernel;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

import java.net.BindException;
import java.time.Duration;
import java.util.function.IntFunction;

/// Listens on one address until it is closed.
public final class Listener implements AutoCloseable {
    private static final int MOST_THREADS = 16;
    private static final int HEADER_BYTES = 32 << 10;
    private static final Duration QUIET = Duration.ofMinutes(2);

    private final Server server;
    private final ServerConnector connector;

    private Listener(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /// Takes the port, any free one for 0, and only then asks for the kernel: which names it
    /// answers to depends on the port.
    public static Listener open(
            String bind, int port, Duration patience, IntFunction<Kernel> kernel, Journal journal)
            throws Failure {
        var pool = new QueuedThreadPool(MOST_THREADS, 2);
        pool.setName("http");
        var server = new Server(pool);
        var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(rules()));
        connector.setHost(bind);
        connector.setPort(port);
        connector.setIdleTimeout(QUIET.toMillis());
        server.addConnector(connector);
        server.setStopTimeout(patience.toMillis());
        server.setErrorHandler(new ErrorPage());
        try {
            connector.open();
            var calls = new CallHandler(kernel.apply(connector.getLocalPort()), journal);
            server.setHandler(new GracefulHandler(calls));
            server.start();
        } catch (Exception e) {
            connector.close();
            if (isTaken(e)) {
                throw new Failure.Unavailable(
                                "%s:%d is taken by another program".formatted(bind, port),
                                "stop it, or choose another with --port")
                        .because(e);
            }
            throw new Failure.Unavailable(
                            "cannot listen on %s:%d".formatted(bind, port),
                            "check server.bind and server.port")
                    .because(e);
        }
        return new Listener(server, connector);
    }

    private static boolean isTaken(Throwable thrown) {
        for (var cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) return true;
        }
        return false;
    }

    private static HttpConfiguration rules() {
        var rules = new HttpConfiguration();
        rules.setSendServerVersion(false);
        rules.setRequestHeaderSize(HEADER_BYTES);
        // Addresses are read by our own, stricter rules, and file names may hold a percent sign.
        rules.setUriCompliance(UriCompliance.UNSAFE);
        return rules;
    }

    public int port() {
        return connector.getLocalPort();
    }

    /// Takes no more calls, and waits for those under way as long as it was told to.
    @Override
    public void close() {
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("the listener does not stop", e);
        }
    }
}
