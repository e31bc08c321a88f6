package dev.berth.depot.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Need;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Random trees with random ignore files, and what the real git says of every entry in them.
class GitAgreesTest {
    @BeforeAll
    static void need() {
        Need.command("git");
    }

    private static final int CASES = 40;
    private static final Name IGNORE = Name.of(".gitignore");

    /// Texts are bytes here, one per character.
    private static final List<String> NAMES =
            List.of(
                    "a", "b", "ab", "a.b", "foo", "foo bar", "A1", "\u00ff", "a-", "[a]", "!b",
                    "#c");

    private static final List<String> ATOMS =
            List.of(
                    "a",
                    "b",
                    "foo",
                    "*",
                    "**",
                    "***",
                    "?",
                    "/",
                    "/",
                    "**/",
                    "/**",
                    "[ab]",
                    "[!a]",
                    "[^b]",
                    "[a-f]",
                    "[]a]",
                    "[[:alpha:]]",
                    "[[:digit:]]",
                    "[[:nope:]]",
                    "[a",
                    "\\",
                    "\\a",
                    "\\*",
                    " ",
                    "\\ ",
                    ".",
                    "-",
                    "1",
                    "\u00ff",
                    "[\\]a]",
                    "[b-a]",
                    "[a-]",
                    "[--a]",
                    "[a-c-z]",
                    "[:alpha:]",
                    "[[:]",
                    "#",
                    "!",
                    "\r");

    private final Map<String, Boolean> expected = new TreeMap<>();
    private final Map<String, String> told = new TreeMap<>();
    private SplittableRandom random = new SplittableRandom(0);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void onEveryEntryOfEveryTree(long seed, @TempDir Path temp) throws Exception {
        random = new SplittableRandom(seed);
        git(temp, new byte[0], "init", "-q", ".");
        try (var root = SystemFiles.here().open(temp)) {
            for (int i = 0; i < CASES; i++) {
                var name = Name.of("case" + i);
                root.makeFolder(name, 0755);
                try (var folder = root.folder(name)) {
                    String path = "case" + i + "/";
                    var ignoring = Ignoring.root(List.of(), put(folder, path));
                    grow(folder, ignoring, path, false, 2);
                }
            }
        }
        var paths = new ByteArrayOutputStream();
        expected.keySet().forEach(path -> paths.writeBytes(bytes(path + "\0")));
        String answer = git(temp, paths.toByteArray(), "check-ignore", "-z", "--stdin");
        var left = new HashSet<>(List.of(answer.split("\0")));
        assertThat(left).hasSizeGreaterThan(20);
        var differing = new ArrayList<String>();
        for (var entry : expected.entrySet()) {
            boolean git = left.contains(entry.getKey());
            if (git != entry.getValue()) {
                differing.add((git ? "git leaves out " : "git takes ") + entry.getKey());
            }
        }
        if (differing.isEmpty()) return;
        String path = differing.getFirst();
        var near = new TreeMap<>(told);
        near.keySet().removeIf(file -> !path.contains(file));
        assertThat(differing).as("seed %d, rules %s", seed, near).isEmpty();
    }

    private void grow(Folder folder, Ignoring ignoring, String path, boolean out, int depth)
            throws Exception {
        for (String text : NAMES) {
            if (random.nextInt(3) != 0) continue;
            var name = Name.parse(bytes(text)).orElseThrow();
            boolean isFolder = depth > 0 && random.nextInt(2) == 0;
            boolean leftOut = out || ignoring.leavesOut(name, isFolder);
            expected.put(path + text, leftOut);
            if (!isFolder) {
                folder.create(name, 0644).close();
                continue;
            }
            folder.makeFolder(name, 0755);
            try (var below = folder.folder(name)) {
                var file =
                        random.nextInt(4) == 0
                                ? put(below, path + text + "/")
                                : Optional.<byte[]>empty();
                var next = ignoring.enter(name, file);
                grow(below, next, path + text + "/", leftOut, depth - 1);
            }
        }
    }

    private Optional<byte[]> put(Folder folder, String path) throws Exception {
        told.put(path, rules());
        byte[] content = bytes(told.getOrDefault(path, ""));
        try (var file = folder.create(IGNORE, 0644)) {
            file.writeFully(MemorySegment.ofArray(content), 0);
        }
        return Optional.of(content);
    }

    private String rules() {
        var lines = new ArrayList<String>();
        for (int i = random.nextInt(4) + 1; i > 0; i--) {
            var line = new StringBuilder(random.nextInt(4) == 0 ? "!" : "");
            for (int j = random.nextInt(5) + 1; j > 0; j--) {
                boolean name = random.nextInt(3) == 0;
                var from = name ? NAMES : ATOMS;
                line.append(from.get(random.nextInt(from.size())));
            }
            lines.add(line.toString());
        }
        String end = random.nextInt(4) == 0 ? "\r\n" : "\n";
        String mark = random.nextInt(10) == 0 ? "\u00ef\u00bb\u00bf" : "";
        return mark + String.join(end, lines) + (random.nextBoolean() ? end : "");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String git(Path at, byte[] input, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(at.toFile());
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        var process = builder.start();
        try {
            var feeder = Thread.ofVirtual().start(() -> feed(process, input));
            String out =
                    new String(
                            process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            feeder.join();
            assertThat(process.waitFor()).isLessThanOrEqualTo(1);
            return out;
        } finally {
            process.destroy();
        }
    }

    private static void feed(Process process, byte[] input) {
        try (var out = process.getOutputStream()) {
            out.write(input);
        } catch (IOException ended) {
            throw new IllegalStateException("git reads no more", ended);
        }
    }
}
