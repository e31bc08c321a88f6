package dev.berth.session.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands between a client and a database, and can lose the answer to a commit: the commit arrives,
/// its answer does not.
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicInteger cuts = new AtomicInteger();

    CuttingProxy(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    void cutAfterNextCommit() {
        armed.set(true);
    }

    int cuts() {
        return cuts.get();
    }

    private void accept() {
        try {
            while (true) {
                var client = door.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), target);
                var lost = new AtomicBoolean();
                Thread.startVirtualThread(() -> forward(client, server, lost, true));
                Thread.startVirtualThread(() -> forward(server, client, lost, false));
            }
        } catch (IOException closed) {
            assert door.isClosed() : closed;
        }
    }

    private void forward(Socket from, Socket to, AtomicBoolean lost, boolean asking) {
        var buffer = new byte[1 << 16];
        try (from;
                to) {
            for (int count; (count = from.getInputStream().read(buffer)) > 0; ) {
                var text = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
                if (asking && text.contains("COMMIT") && armed.compareAndSet(true, false)) {
                    lost.set(true);
                }
                if (!asking && lost.get()) {
                    cuts.incrementAndGet();
                    return;
                }
                to.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException gone) {
            // One side has left: so does the other.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
