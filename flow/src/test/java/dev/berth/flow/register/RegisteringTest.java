package dev.berth.flow.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.flow.register.Registering.Did;
import dev.berth.flow.register.Registering.Outcome;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

class RegisteringTest {
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    private static final String ENTRY = ".flow/opencode-instructions.md";
    @TempDir Path project;

    @Nested
    class OpencodeConfig {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{}",
                    "{ }",
                    "{\n}\n",
                    " {} ",
                    "{\"model\":\"x\"}",
                    "{\n  \"model\": \"x\"\n}\n",
                    "{\r\n\t\"model\": \"x\",\r\n\t\"n\": 1.50e3\r\n}",
                    "{\"a\": {\"instructions\": [\"not this one\"]}, \"b\": [1, [2, \"]\"], \"}\"]}",
                    "{\"instructions\":[]}",
                    "{\"instructions\": [ ]}",
                    "{\"instructions\": [\n  ], \"z\": 1}",
                    "{\"instructions\": [\"a.md\"]}",
                    "{\"instructions\":[\"a.md\",\"b.md\"],\"z\":null}",
                    "{\n  \"instructions\": [\n    \"a.md\",\n    \"b \\\"quoted\\\" \\\\\"\n  ]\n}\n",
                    "{\n  \"instructions\": [\n    \"a.md\"\n  ],\n  \"last\": \"\u00c3\u00a9\"\n}",
                })
        void keepsWhatIsThereAndGivesItBack(String before) throws Exception {
            write("opencode.json", before);
            assertThat(add(Agent.OPENCODE)).isEqualTo(Did.ADDED);
            String with = read("opencode.json");
            assertThat(instructions(with)).endsWith(Json.text(ENTRY)).doesNotHaveDuplicates();
            assertThat(rest(with)).isEqualTo(rest(before));
            assertThat(add(Agent.OPENCODE)).isEqualTo(Did.ALREADY_THERE);
            assertThat(read("opencode.json")).isEqualTo(with);
            assertThat(remove(Agent.OPENCODE)).isEqualTo(Did.REMOVED);
            assertThat(read("opencode.json")).isEqualTo(before);
            assertThat(remove(Agent.OPENCODE)).isEqualTo(Did.NOT_THERE);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"instructions\": [\".flow/opencode-instructions.md\"]}",
                    "{\"instructions\": [\"./.flow/opencode-instructions.md\", \"a\"]}",
                    "{\"instr\\u0075ctions\": [\"a\", \".flow\\/opencode-instructions.md\"]}",
                })
        void knowsTheEntryHoweverItIsWritten(String before) throws Exception {
            write("opencode.json", before);
            assertThat(add(Agent.OPENCODE)).isEqualTo(Did.ALREADY_THERE);
            assertThat(read("opencode.json")).isEqualTo(before);
            assertThat(remove(Agent.OPENCODE)).isEqualTo(Did.REMOVED);
            assertThat(read("opencode.json")).doesNotContain("opencode-instructions");
            assertThat(StrictJson.read(read("opencode.json").getBytes(BYTES))).isNotNull();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "// a comment\n{}",
                    "{ /* here */ }",
                    "{\"a\": 1,}",
                    "{\"instructions\": \"one\"}",
                    "{\"instructions\": null}",
                    "{\"a\": 1, \"a\": 2}",
                    "[]",
                    "{\"a\": ",
                    "\u00ef\u00bb\u00bf{}",
                    "{\"a\": \"\u00ff\"}",
                })
        void refusesWithoutTouchingWhatItCannotEdit(String before) throws Exception {
            write("opencode.json", before);
            for (var call :
                    List.<Call>of(() -> add(Agent.OPENCODE), () -> remove(Agent.OPENCODE))) {
                assertThatExceptionOfType(Failure.Refused.class)
                        .isThrownBy(call::run)
                        .withMessageContaining("opencode.json")
                        .satisfies(failure -> assertThat(failure.advice()).contains("by hand"));
            }
            assertThat(read("opencode.json")).isEqualTo(before);
        }
    }

    @Nested
    class TextFiles {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "\n",
                    "# Rules\n",
                    "# Rules",
                    "# Rules\r\n\r\nmore\r\n",
                    "# Rules\r\nmore",
                    "bytes \u00ff\u00fe\n",
                    "see @.flow/opencode-instructions.md inside a line\n",
                    "two\n\n\n",
                })
        void keepWhatIsThereAndGetItBack(String before) throws Exception {
            for (Agent agent : List.of(Agent.CLAUDE, Agent.CODEX)) {
                write(agent.files().getFirst(), before);
                assertThat(add(agent)).isEqualTo(Did.ADDED);
                String with = read(agent.files().getFirst());
                assertThat(with).startsWith(before);
                assertThat(with.lines().filter(line -> line.equals(line(agent)))).hasSize(1);
                if (before.contains("\r\n")) {
                    assertThat(with.replace("\r\n", "")).doesNotContain("\n");
                }
                assertThat(add(agent)).isEqualTo(Did.ALREADY_THERE);
                assertThat(read(agent.files().getFirst())).isEqualTo(with);
                assertThat(remove(agent)).isEqualTo(Did.REMOVED);
                assertThat(read(agent.files().getFirst())).isEqualTo(before);
            }
        }

        @Test
        void loseOnlyOurLineWhenMoreWasWrittenBelow() throws Exception {
            write("CLAUDE.md", "first");
            add(Agent.CLAUDE);
            write("CLAUDE.md", read("CLAUDE.md") + "\nsecond\n");
            remove(Agent.CLAUDE);
            assertThat(read("CLAUDE.md")).isEqualTo("first\nsecond\n");
        }

        private static String line(Agent agent) {
            return agent.entry(agent.files().getFirst()).alone().strip();
        }
    }

    @ParameterizedTest
    @EnumSource(Agent.class)
    void aFileThatWasNotThereGoesAgain(Agent agent) throws Exception {
        assertThat(remove(agent)).isEqualTo(Did.NOT_THERE);
        assertThat(add(agent)).isEqualTo(Did.ADDED);
        assertThat(read(agent.files().getFirst())).contains(ENTRY);
        assertThat(remove(agent)).isEqualTo(Did.REMOVED);
        assertThat(project).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource(Agent.class)
    void aLinkIsRefusedAndAFileKeepsItsMode(Agent agent) throws Exception {
        var elsewhere = Files.writeString(project.resolve("elsewhere"), "{}\n");
        var link = Files.createSymbolicLink(project.resolve(agent.files().getFirst()), elsewhere);
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(() -> add(agent))
                .withMessage(agent.files().getFirst() + " is a symbolic link");
        assertThat(elsewhere).hasContent("{}\n");
        Files.delete(link);
        Files.move(elsewhere, link);
        Files.setPosixFilePermissions(link, PosixFilePermissions.fromString("rw-r-----"));
        add(agent);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(link)))
                .isEqualTo("rw-r-----");
    }

    @Nested
    class Plugin {
        @Test
        void isThereOnceAndGoesWithItsFolders() throws Exception {
            assertThat(plugin(OpencodePlugin::add)).isEqualTo(Did.ADDED);
            assertThat(plugin(OpencodePlugin::add)).isEqualTo(Did.ALREADY_THERE);
            assertThat(project.resolve(".opencode/plugins/berth-flow.js"))
                    .content()
                    .contains("berth flow refresh");
            assertThat(plugin(OpencodePlugin::remove)).isEqualTo(Did.REMOVED);
            assertThat(plugin(OpencodePlugin::remove)).isEqualTo(Did.NOT_THERE);
            assertThat(project).isEmptyDirectory();
        }

        @Test
        void leavesOtherPluginsAndChangedOnesAlone() throws Exception {
            var folder = Files.createDirectories(project.resolve(".opencode/plugins"));
            Files.writeString(folder.resolve("mine.js"), "mine");
            plugin(OpencodePlugin::add);
            plugin(OpencodePlugin::remove);
            assertThat(folder.resolve("mine.js")).hasContent("mine");
            Files.writeString(folder.resolve("berth-flow.js"), "changed");
            assertThatExceptionOfType(Failure.Conflict.class)
                    .isThrownBy(() -> plugin(OpencodePlugin::add));
            assertThat(plugin(OpencodePlugin::remove)).isEqualTo(Did.NOT_THERE);
            assertThat(folder.resolve("berth-flow.js")).hasContent("changed");
        }

        private Did plugin(Step step) throws Exception {
            try (var folder = SystemFiles.here().open(project)) {
                return step.run(new OpencodePlugin(folder)).did();
            }
        }

        private interface Step {
            Outcome run(OpencodePlugin plugin) throws Failure;
        }
    }

    private Did add(Agent agent) throws Exception {
        try (var folder = SystemFiles.here().open(project)) {
            return new Registering(folder).add(agent).did();
        }
    }

    private Did remove(Agent agent) throws Exception {
        try (var folder = SystemFiles.here().open(project)) {
            return new Registering(folder).remove(agent).did();
        }
    }

    private static List<Json> instructions(String text) throws Exception {
        return StrictJson.read(text.getBytes(BYTES)).fields().get("instructions")
                        instanceof Json.Arr(var items)
                ? items
                : List.of();
    }

    private static Json rest(String text) throws Exception {
        var rest = Json.object();
        StrictJson.read(text.getBytes(BYTES))
                .fields()
                .forEach(
                        (name, value) -> {
                            if (!name.equals("instructions")) rest.put(name, value);
                        });
        return rest.build();
    }

    private void write(String name, String text) throws Exception {
        Files.write(project.resolve(name), text.getBytes(BYTES));
    }

    private String read(String name) throws Exception {
        return Files.readString(project.resolve(name), BYTES);
    }

    private interface Call {
        void run() throws Exception;
    }
}
