package dev.berth.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class FlowRegisterTest {
    private static final String ENTRY = ".flow/opencode-instructions.md";
    @TempDir Path temporary;
    private FlowProject project;

    @BeforeEach
    void make() throws Exception {
        project = FlowProject.in(temporary);
    }

    @Test
    void makesNoProjectWhereThereIsNone() {
        for (var words : new String[][] {{"register"}, {"register", "--remove"}}) {
            var said = project.flow(words);
            assertThat(said.code()).isEqualTo(10);
            assertThat(said.err()).contains("berth flow start");
            var named = project.from(project.home(), words[0], "--root", "project");
            assertThat(named.code()).isEqualTo(10);
        }
        assertThat(project.file(".flow")).doesNotExist();
        assertThat(project.file("opencode.json")).doesNotExist();
    }

    @Test
    void findsTheProjectAbove() throws Exception {
        project.flow("start", "--goal", "x");
        assertThat(project.from(project.below(), "register").code()).isZero();
        assertThat(project.file("opencode.json")).exists();
        assertThat(project.below().resolve(".flow")).doesNotExist();
    }

    @Test
    void changesNothingWhenThePluginIsSomebodyElses() throws Exception {
        project.flow("start", "--goal", "x");
        var plugin = project.file(".opencode/plugins/berth-flow.js");
        Files.createDirectories(project.file(".opencode/plugins"));
        Files.writeString(plugin, "mine");
        var said = project.flow("register", "--plugin");
        assertThat(said.code()).isEqualTo(13);
        assertThat(said.err()).contains("without --plugin").doesNotContain("choose another name");
        assertThat(project.file("opencode.json")).doesNotExist();
        assertThat(plugin).hasContent("mine");
    }

    @Test
    void bringsAnotherVersionsPluginUpToDateAndTakesItAway() throws Exception {
        project.flow("start", "--goal", "x");
        project.flow("register", "--plugin");
        var plugin = project.file(".opencode/plugins/berth-flow.js");
        String ours = Files.readString(plugin);
        Files.writeString(plugin, ours.lines().findFirst().orElseThrow() + "\n// other\n");
        assertThat(project.json("register", "--plugin").objects("files").getLast().text("did"))
                .isEqualTo("updated");
        assertThat(plugin).hasContent(ours);
        Files.writeString(plugin, ours + "// more\n");
        project.flow("register", "--remove");
        assertThat(plugin).doesNotExist();
    }

    @Test
    void takesOutEveryEntryOfOurs() throws Exception {
        project.flow("start", "--goal", "x");
        var config = project.file("opencode.json");
        Files.writeString(
                config,
                "{\"instructions\": [\"%1$s\", \"a\", \"./%1$s\", \"%1$s\"]}".formatted(ENTRY));
        project.flow("register", "--remove");
        assertThat(config).hasContent("{\"instructions\": [\"a\"]}");
        var claude = project.file("CLAUDE.md");
        Files.writeString(claude, "@%1$s\nmine\n@%1$s\n".formatted(ENTRY));
        project.flow("register", "--agent", "claude", "--remove");
        assertThat(claude).hasContent("mine\n");
    }

    @Test
    void doesNotCountALineInAFence() throws Exception {
        project.flow("start", "--goal", "x");
        var claude = project.file("CLAUDE.md");
        String fenced = "# Rules\n```\n@%s\n```\n<!--\n@%s\n-->\n".formatted(ENTRY, ENTRY);
        Files.writeString(claude, fenced);
        project.flow("register", "--agent", "claude");
        assertThat(claude).hasContent(fenced + "@" + ENTRY + "\n");
        project.flow("register", "--agent", "claude", "--remove");
        assertThat(claude).hasContent(fenced);
    }

    @Test
    void isNotSwallowedByWhatIsLeftOpen() throws Exception {
        project.flow("start", "--goal", "x");
        var claude = project.file("CLAUDE.md");
        for (String open : new String[] {"a\n```sh\nb", "~~~~\n```\n~~~\n", "x <!-- y\n```\n"}) {
            Files.writeString(claude, open);
            project.flow("register", "--agent", "claude");
            assertThat(Files.readString(claude)).isEqualTo("@" + ENTRY + "\n" + open);
            assertThat(project.flow("register", "--agent", "claude").out()).contains("already");
            project.flow("register", "--agent", "claude", "--remove");
            assertThat(Files.readString(claude)).isEqualTo(open);
        }
    }

    @Test
    void advisesWhatWasAskedFor() throws Exception {
        project.flow("start", "--goal", "x");
        Files.writeString(project.file("opencode.json"), "// mine\n{}\n");
        assertThat(project.flow("register").err()).contains("put \"" + ENTRY);
        assertThat(project.flow("register", "--remove").err()).contains("take \"" + ENTRY);
    }

    @Test
    void usesTheConfigurationThatIsThere() throws Exception {
        project.flow("start", "--goal", "x");
        var config = project.file("opencode.jsonc");
        Files.writeString(config, "// mine\n{}\n");
        var said = project.flow("register");
        assertThat(said.code()).isEqualTo(14);
        assertThat(said.err()).contains("opencode.jsonc");
        assertThat(project.file("opencode.json")).doesNotExist();
        Files.writeString(config, "{}\n");
        assertThat(project.flow("register").out()).contains("opencode.jsonc: added");
        assertThat(config).content().contains(ENTRY);
        project.flow("register", "--remove");
        assertThat(config).hasContent("{}\n");
    }

    @Test
    void isFoundAgainBelowCodeThatLooksLikeAComment() throws Exception {
        project.flow("start", "--goal", "x");
        var claude = project.file("CLAUDE.md");
        String text = "Comments begin with `<!--`.\n";
        Files.writeString(claude, text);
        project.flow("register", "--agent", "claude");
        assertThat(claude).hasContent(text + "@" + ENTRY + "\n");
        project.flow("register", "--agent", "claude", "--remove");
        assertThat(claude).hasContent(text);
    }

    @Test
    void takesItsEntryOutThoughThePluginsFolderIsALink() throws Exception {
        project.flow("start", "--goal", "x");
        project.flow("register");
        Files.createSymbolicLink(project.file(".opencode"), project.home());
        assertThat(project.flow("register", "--plugin").code()).isEqualTo(14);
        assertThat(project.flow("register", "--remove").code()).isZero();
        assertThat(project.file("opencode.json")).doesNotExist();
    }
}
