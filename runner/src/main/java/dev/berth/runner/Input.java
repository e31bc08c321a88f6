package dev.berth.runner;

import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// What a turn reads on its standard input, put into a file before it starts.
public interface Input {
    /// Nothing at all.
    Input NONE = _ -> {};

    void writeTo(OpenFile file) throws FileFault, Failure;

    /// A message.
    static Input of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return file -> file.writeFully(MemorySegment.ofArray(bytes), 0);
    }
}
