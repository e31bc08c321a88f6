package dev.berth.bench.depot.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

class TurnTest {
    @TempDir private Path temporary;

    @Test
    void isTheSameInEveryRun() throws Exception {
        try (var first = tiny("first");
                var second = tiny("second")) {
            assertThat(facts(first)).isEqualTo(facts(second));
            Corpus.TINY.turn(first, 1);
            Corpus.TINY.turn(second, 1);
            assertThat(facts(first)).isEqualTo(facts(second));
            Corpus.TINY.turn(first, 2);
            Corpus.TINY.turn(second, 3);
            assertThat(facts(first)).isNotEqualTo(facts(second));
        }
    }

    @Test
    void changesWhatItSays() throws Exception {
        try (var tree = tiny("tree")) {
            var before = facts(tree);
            Corpus.TINY.turn(tree, 1);
            var after = facts(tree);
            assertThat(after).hasSize(before.size() + 40);
            Set<String> moved = new HashSet<>(after.keySet());
            moved.removeIf(path -> !path.contains("-moved-1/"));
            assertThat(moved).hasSizeBetween(80, 150);
        }
    }

    @Test
    void insertsOneByteAtTheFrontOfALargeFile() throws Exception {
        var path = Files.createDirectory(temporary.resolve("large"));
        try (var tree = new Tree(path)) {
            Corpus.LARGE.fill(tree, 0.002);
            long lines = Files.size(path.resolve(LargeFiles.LINES));
            byte[] before = Files.readAllBytes(path.resolve(LargeFiles.NOISE));
            Corpus.LARGE.turn(tree, 7);
            byte[] after = Files.readAllBytes(path.resolve(LargeFiles.NOISE));
            assertThat(after).hasSize(before.length + 1).startsWith(7).endsWith(before);
            assertThat(Files.size(path.resolve(LargeFiles.LINES))).isEqualTo(lines);
        }
    }

    private Tree tiny(String name) throws Exception {
        var tree = new Tree(Files.createDirectory(temporary.resolve(name)));
        Corpus.TINY.fill(tree, 0.01);
        return tree;
    }

    private static Map<String, String> facts(Tree tree) throws Exception {
        var facts = new HashMap<String, String>();
        for (var seen : tree.entries()) {
            var content = new String(tree.read(seen.path()), StandardCharsets.ISO_8859_1);
            facts.put(seen.path(), seen.stat().modifiedSeconds() + " " + content.hashCode());
        }
        return facts;
    }
}
