package dev.berth.bench.runner;

import dev.berth.bench.Contender;

import java.util.List;

/// A program from its start to its end, with nothing of ours.
record Bare(String title, List<String> words) implements Contender {
    Bare {
        words = List.copyOf(words);
    }

    @Override
    public long run(int times) throws Exception {
        long began = System.nanoTime();
        for (int i = 0; i < times; i++) {
            var process =
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            int code = process.waitFor();
            if (code != 0) throw new IllegalStateException(words + " ended with " + code);
        }
        return System.nanoTime() - began;
    }
}
