package dev.berth.durable.linux;

import dev.berth.durable.FileFault;

import java.io.NotSerializableException;
import java.io.ObjectStreamException;
import java.io.Serial;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;

/// What the kernel's `getrandom` gives, and nothing of our own. Safe for use by several threads.
public final class KernelRandom extends SecureRandom {
    private static final long serialVersionUID = 1;

    public KernelRandom() {
        super(new Source(), null);
    }

    @Override
    public String getAlgorithm() {
        return "getrandom";
    }

    /// There is nothing in it that could be kept.
    @Serial
    private Object writeReplace() throws ObjectStreamException {
        throw new NotSerializableException("randomness");
    }

    private static final class Source extends SecureRandomSpi {
        private static final long serialVersionUID = 1;
        private static final byte[] NOTHING = new byte[256];

        /// The kernel seeds itself; what others think random can only be added to it, and need not
        /// be.
        @Override
        protected void engineSetSeed(byte[] seed) {}

        @Override
        protected void engineNextBytes(byte[] bytes) {
            try (var call = Call.nowhere()) {
                var answer = call.answer();
                for (int done = 0; done < bytes.length; ) {
                    // So few are given whole.
                    int wanted = Math.min(bytes.length - done, answer.capacity());
                    long count =
                            call.run(
                                    SystemCall.GETRANDOM,
                                    "the kernel's randomness",
                                    call.answerAddress(),
                                    wanted,
                                    0,
                                    0,
                                    0);
                    answer.get(0, bytes, done, (int) count);
                    // Somebody's key, perhaps: it stays nowhere else.
                    answer.put(0, NOTHING, 0, (int) count);
                    done += (int) count;
                }
            } catch (FileFault fault) {
                throw new IllegalStateException("the kernel gives no randomness", fault);
            }
        }

        @Override
        protected byte[] engineGenerateSeed(int count) {
            var seed = new byte[count];
            engineNextBytes(seed);
            return seed;
        }
    }
}
