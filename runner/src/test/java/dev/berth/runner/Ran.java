package dev.berth.runner;

import java.nio.charset.StandardCharsets;

/// How a turn ended and all it said.
public final class Ran {
    private final Ending ending;
    private final byte[] bytes;

    Ran(Ending ending, byte[] bytes) {
        this.ending = ending;
        this.bytes = bytes.clone();
    }

    public Ending ending() {
        return ending;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
