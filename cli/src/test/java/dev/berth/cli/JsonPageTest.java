package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.cli.client.OwnServer;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Every command once, for real, against `docs/json.md`.
@DisplayName("The page on --json")
class JsonPageTest {
    private static final Pattern ROW = Pattern.compile("\\| `([a-z ]+)` \\| (.*) \\|");
    private static final Pattern SET = Pattern.compile("- \\*\\*([a-z]+)\\*\\*: (.*)");
    private static final Pattern FIELD =
            Pattern.compile("`([a-z0-9_]+)`(\\??)|\\*\\*([a-z]+)\\*\\*");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    /// They do not end, or take long; tests of their own look at what they say.
    private static final Set<String> ELSEWHERE = Set.of("serve", "tour");

    @TempDir Path folder;
    private final Map<String, String> kept = new HashMap<>();

    /// What an answer has, and what it may have.
    private record Fields(Set<String> always, Set<String> sometimes) {}

    @AfterEach
    void endTheServer() throws Exception {
        OwnServer.end(home());
    }

    private Path home() {
        return folder.resolve("home");
    }

    private static Map<String, Fields> page() throws Exception {
        var sets = new HashMap<String, String>();
        var rows = new HashMap<String, Fields>();
        for (String line : Files.readAllLines(Path.of("../docs/json.md"))) {
            Matcher set = SET.matcher(line);
            if (set.matches()) sets.put(set.group(1), set.group(2));
            Matcher row = ROW.matcher(line);
            if (row.matches()) rows.put(row.group(1), fields(row.group(2), sets));
        }
        return rows;
    }

    private static Fields fields(String cell, Map<String, String> sets) {
        var fields = new Fields(new TreeSet<>(), new TreeSet<>());
        Matcher named = FIELD.matcher(cell);
        while (named.find()) {
            if (named.group(3) != null) {
                var inner = fields(sets.getOrDefault(named.group(3), ""), sets);
                assertThat(inner.always()).as(named.group(3)).isNotEmpty();
                fields.always().addAll(inner.always());
                fields.sometimes().addAll(inner.sometimes());
            } else {
                (named.group(2).isEmpty() ? fields.always() : fields.sometimes())
                        .add(named.group(1));
            }
        }
        return fields;
    }

    private static Set<String> everyLeaf() {
        var all = HelpTest.everyCommand().toList();
        var leaves = new TreeSet<String>();
        for (String words : all) {
            boolean group = all.stream().anyMatch(other -> other.startsWith(words + " "));
            if (!words.isEmpty() && !group) leaves.add(words);
        }
        return leaves;
    }

    @Test
    void namesEveryCommand() throws Exception {
        assertThat(new TreeSet<>(page().keySet())).isEqualTo(everyLeaf());
    }

    @Test
    void namesTheFieldsThatAnswersHave() throws Exception {
        Files.createDirectories(home());
        Files.writeString(home().resolve("berth.yaml"), OwnServer.SETTINGS);
        Files.writeString(folder.resolve("a.txt"), "a\n");
        Files.createDirectories(folder.resolve("notes"));
        Files.writeString(Files.createDirectories(folder.resolve("folder")).resolve("b"), "b");
        var page = page();
        var untried = new HashSet<>(page.keySet());
        var wrong = new ArrayList<String>();
        for (String line : lines()) {
            String command =
                    page.keySet().stream()
                            .filter(each -> (line + " ").startsWith(each + " "))
                            .findFirst()
                            .orElseThrow(() -> new AssertionError(line));
            untried.remove(command);
            var answer = type(command, line);
            var expected = page.getOrDefault(command, new Fields(Set.of(), Set.of()));
            var found = answer.fields().keySet();
            var strange = new TreeSet<>(found);
            strange.removeAll(expected.always());
            strange.removeAll(expected.sometimes());
            if (!found.containsAll(expected.always()) || !strange.isEmpty()) {
                wrong.add(line + " answers " + found);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(untried).isEqualTo(ELSEWHERE);
    }

    private static List<String> lines() throws Exception {
        try (var in = JsonPageTest.class.getResourceAsStream("every-command.txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }

    private Json.Obj type(String command, String line) throws Exception {
        var words = new ArrayList<String>(List.of(command.split(" ", -1)));
        words.add("--json");
        Matcher word = WORD.matcher(line.substring(command.length()));
        while (word.find()) {
            String plain = Optional.ofNullable(word.group(1)).orElse(word.group());
            words.add(kept.getOrDefault(plain, plain));
        }
        var typed =
                Typed.with(
                        "words\n".getBytes(UTF_8),
                        folder,
                        OwnServer.environment(home()),
                        words.toArray(String[]::new));
        assertThat(typed.code()).as("%s: %s%s", line, typed.out(), typed.err()).isZero();
        var answer = typed.json();
        if (answer.fields().get("id") instanceof Json.Text(var id))
            kept.put("{" + command + "}", id);
        return answer;
    }
}
