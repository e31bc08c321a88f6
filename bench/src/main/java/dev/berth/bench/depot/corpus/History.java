package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;

import java.io.IOException;

/// A `.git` with twelve commits of what is there so far; of noise under such names where there is
/// no git.
final class History {
    private static final int COMMITS = 12;
    private static final String SCRIPT =
            """
            set -e
            export HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b
            export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
            git -c init.defaultBranch=main init -q
            git config gc.auto 0
            for i in $(seq 1 %d); do
              export GIT_AUTHOR_DATE="$((1750000000 + i)) +0000" GIT_COMMITTER_DATE="$((1750000000 + i)) +0000"
              git add -f $(ls -d src/p0*$((i %% 10))) 2> /dev/null || true
              git commit -q --allow-empty -m "change $i"
            done
            """
                    .formatted(COMMITS);

    private final Tree tree;
    private final Words words;

    History(Tree tree, Words words) {
        this.tree = tree;
        this.words = words;
    }

    void make() throws FileFault, IOException, InterruptedException {
        if (script("command -v git") == 0 && script(SCRIPT) == 0) return;
        for (int i = 0; i < 2000; i++) {
            String path = ".git/objects/%02x/made%05d".formatted(i % 256, i);
            tree.put(path, words.noise(words.length(2000)), 0444, Tree.EPOCH_SECONDS);
        }
    }

    private int script(String text) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", text)
                .directory(tree.path().toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
