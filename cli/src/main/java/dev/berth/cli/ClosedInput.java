package dev.berth.cli;

import java.io.IOException;
import java.io.InputStream;

/// A standard input that was closed before the command began. The launcher puts an empty one in its
/// place, since the JVM would open a file of its own there; whoever reads is told all the same.
final class ClosedInput extends InputStream {
    @Override
    public int read() throws IOException {
        throw new IOException("standard input is closed");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return read();
    }
}
