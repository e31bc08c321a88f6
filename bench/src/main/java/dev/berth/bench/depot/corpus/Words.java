package dev.berth.bench.depot.corpus;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/// Text and bytes by a seed: text that packs about as source code does.
final class Words {
    private static final int VOCABULARY = 4000;

    private final SplittableRandom random;
    private final byte[][] words = new byte[VOCABULARY][];

    Words(long seed) {
        random = new SplittableRandom(seed);
        for (int i = 0; i < VOCABULARY; i++) {
            var word = new StringBuilder();
            for (int n = random.nextInt(2, 10); n > 0; n--) {
                word.append((char) random.nextInt('a', 'z' + 1));
            }
            words[i] = word.append(' ').toString().getBytes(StandardCharsets.US_ASCII);
        }
    }

    SplittableRandom random() {
        return random;
    }

    /// So many bytes of words in lines.
    byte[] text(int length) {
        var text = new byte[length];
        int line = 0;
        for (int at = 0; at < length; ) {
            byte[] word = words[random.nextInt(1 + random.nextInt(VOCABULARY))];
            int count = Math.min(word.length, length - at);
            System.arraycopy(word, 0, text, at, count);
            at += count;
            line += count;
            if (line > 70) {
                text[at - 1] = '\n';
                line = 0;
            }
        }
        return text;
    }

    byte[] noise(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /// A length of which small ones are many and large ones few, `mean` on average.
    int length(double mean) {
        double exponential = -Math.log(1 - random.nextDouble());
        return (int) Math.clamp(mean * exponential * exponential / 2, 20, 4 << 20);
    }
}
