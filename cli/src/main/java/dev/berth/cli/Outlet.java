package dev.berth.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/// A standard stream that remembers why it could not be written: a print stream only forgets, and
/// an answer that never arrived must not count as given.
final class Outlet extends OutputStream {
    private final OutputStream to;
    private Optional<IOException> fault = Optional.empty();

    Outlet(OutputStream to) {
        this.to = to;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            to.write(bytes, from, length);
        } catch (IOException e) {
            if (fault.isEmpty()) fault = Optional.of(e);
            throw e;
        }
    }

    /// Why something is missing at the other end; empty when all arrived, and when the reader has
    /// had enough and closed the pipe, as `head` does.
    Optional<String> missing() {
        return fault.map(e -> String.valueOf(e.getMessage()))
                .filter(reason -> !reason.contains("Broken pipe"));
    }
}
