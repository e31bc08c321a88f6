package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

class GitIgnoreTest {
    private static final String OURS = GitIgnore.MARK + "\n*\n";
    @TempDir Path project;

    @BeforeAll
    static void needsGit() {
        boolean onPath =
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "git")));
        assumeTrue(onPath || System.getenv("CI") != null, "needs git to ask what it ignores");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "!session.json\n",
                "!*\n!**\n!.gitignore\n!history\n!history/\n!history/**",
                "*\n!*.json\r\n",
                "# mine\n\nbuild/\n!/session.json\n\n\n",
                "\\!x\n*.log \\",
                "!*.json\n" + OURS,
                OURS + "!session.json\n",
                OURS + OURS + "!history\n" + OURS,
                "\u00ff\u00fe\n",
            })
    void nothingGetsIntoGitWhateverTheUserWrote(String theirs) throws Exception {
        git("init", "-q");
        Files.writeString(project.resolve(".gitignore"), "!.flow/\n!.flow/**\n!*\n");
        var flow = Files.createDirectory(project.resolve(".flow"));
        Files.write(flow.resolve(".gitignore"), theirs.getBytes(StandardCharsets.ISO_8859_1));
        Projects.real(project).start("Ship it");
        Projects.real(project).close();
        Files.writeString(flow.resolve("history/.gitignore"), "!*\n");
        Projects.real(project).start("Again");
        assertThat(git("status", "--porcelain", "--untracked-files=all"))
                .isEqualTo("?? .gitignore\n");
        assertThat(git("add", "-A", "-n", ".")).isEqualTo("add '.gitignore'\n");
        // And the user's lines are still there, ours once and last.
        var kept = Files.readString(flow.resolve(".gitignore"), StandardCharsets.ISO_8859_1);
        assertThat(kept).endsWith(OURS).containsOnlyOnce(GitIgnore.MARK);
        String mine = theirs.replace(OURS, "");
        assertThat(kept).startsWith(mine);
    }

    @Test
    void isWrittenOnlyWhenItChanges() throws Exception {
        Projects.real(project).start("Ship it");
        var file = project.resolve(".flow/.gitignore");
        var before = Files.readAttributes(file, "unix:ino");
        Projects.real(project).refresh();
        assertThat(Files.readAttributes(file, "unix:ino")).isEqualTo(before);
    }

    @Test
    void aFolderInItsPlaceIsRefusedByName() throws Exception {
        Files.createDirectories(project.resolve(".flow/.gitignore"));
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(() -> Projects.real(project).start("Ship it"))
                .withMessageContaining(".gitignore");
    }

    private String git(String... arguments) throws Exception {
        var command =
                Stream.concat(Stream.of("git", "-C", project.toString()), Stream.of(arguments))
                        .toList();
        var git = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(said).isZero();
        return said;
    }
}
