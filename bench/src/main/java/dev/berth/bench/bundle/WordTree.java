package dev.berth.bench.bundle;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/// 20,000 files of about 10 KB each, made of words: text that packs as text does. Always the same.
final class WordTree {
    private static final int FOLDERS = 200;
    private static final int FILES_EACH = 100;
    private static final int LEAST = 2_000;
    private static final int MOST = 19_000;

    private WordTree() {}

    static void fill(Folder parent, Name name) throws FileFault {
        var random = new SplittableRandom(1);
        String[] words = words(random);
        parent.makeFolder(name, 0755);
        try (var tree = parent.folder(name)) {
            for (int i = 0; i < FOLDERS; i++) {
                var at = Name.of("d" + i);
                tree.makeFolder(at, 0755);
                try (var below = tree.folder(at)) {
                    for (int j = 0; j < FILES_EACH; j++) {
                        byte[] text = text(random, words).getBytes(StandardCharsets.US_ASCII);
                        try (var file = below.create(Name.of("f" + j + ".txt"), 0644)) {
                            file.writeFully(MemorySegment.ofArray(text), 0);
                        }
                    }
                }
            }
        }
    }

    private static String[] words(SplittableRandom random) {
        var words = new String[4000];
        for (int i = 0; i < words.length; i++) {
            var word = new StringBuilder();
            for (int n = random.nextInt(2, 10); n > 0; n--) {
                word.append((char) random.nextInt('a', 'z' + 1));
            }
            words[i] = word.toString();
        }
        return words;
    }

    private static String text(SplittableRandom random, String[] words) {
        var text = new StringBuilder();
        int length = random.nextInt(LEAST, MOST);
        while (text.length() < length) text.append(words[random.nextInt(words.length)]).append(' ');
        return text.toString();
    }
}
