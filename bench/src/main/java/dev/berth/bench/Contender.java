package dev.berth.bench;

import java.io.IOException;

/// One way of doing the thing that is measured.
public interface Contender extends AutoCloseable {
    String title();

    /// Does it `times` times and returns how many nanoseconds all of that took.
    long run(int times) throws Exception;

    @Override
    default void close() throws IOException {}
}
