package dev.berth.depot.snapshot;

import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;

/// What was said so far: everything, or what came after a part that another checkpoint of the same
/// domain carries. Then only the rest is read and stored, however long the conversation is.
///
/// `before` are the chunks of that part; where one of them is not in the depot any more, everything
/// is asked for instead.
public record Said(ChunkList before, Words rest, Words everything) {
    /// Nothing.
    public static final Said NOTHING = everything(_ -> {});

    /// Words, handed out piece by piece. They may be asked for again, and are the same then.
    public interface Words {
        void to(Listener listener) throws Failure;
    }

    /// Takes some bytes, which are not to be kept or changed.
    public interface Listener {
        void take(byte[] some) throws Failure;
    }

    public static Said everything(Words words) {
        return new Said(ChunkList.NONE, words, words);
    }

    public static Said everything(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return everything(listener -> listener.take(bytes));
    }
}
