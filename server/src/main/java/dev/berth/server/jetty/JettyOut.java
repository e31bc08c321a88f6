package dev.berth.server.jetty;

import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;

import java.io.IOException;
import java.io.OutputStream;

/// The way back to a caller.
record JettyOut(OutputStream stream) implements Answer.Out {
    @Override
    public void write(byte[] bytes, int from, int count) throws Failure {
        try {
            stream.write(bytes, from, count);
        } catch (IOException e) {
            throw gone(e);
        }
    }

    @Override
    public void flush() throws Failure {
        try {
            stream.flush();
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private static Failure gone(IOException e) {
        return new Failure.Unavailable("the caller is gone", "call again").because(e);
    }
}
