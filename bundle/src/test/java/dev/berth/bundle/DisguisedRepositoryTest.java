package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bundle.ship.ShipOptions;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

@DisplayName("A folder that the real git takes for a repository")
class DisguisedRepositoryTest {
    private static final String HEAD = "echo 'ref: refs/heads/main' > p/HEAD\n";
    private static final String CONFIG =
            "[core]\n repositoryformatversion = 0\n bare = false\n worktree = ../w\n fsmonitor = ";

    @TempDir(factory = Ram.class)
    Path folder;

    /// Each makes `p` of a folder with a configuration in it, and may use `w`.
    enum Disguise {
        PLAIN(HEAD + "mkdir p/objects p/refs"),
        LINKS_FOR_FOLDERS(HEAD + "mkdir o; echo x > o/x; ln -s ../o p/objects; ln -s ../o p/refs"),
        PROGRAMS_FOR_FOLDERS(HEAD + "touch p/objects p/refs; chmod +x p/objects p/refs"),
        FOLDERS_ELSEWHERE(
                HEAD
                        + """
                        mkdir -p c/objects c/refs
                        mv p/config c
                        echo ../c > p/commondir
                        git config -f c/config --unset core.worktree
                        git config -f c/config --unset core.bare
                        git config -f c/config core.repositoryformatversion 1
                        git config -f c/config extensions.worktreeConfig true
                        git config -f p/config.worktree core.worktree ../w
                        git config -f p/config.worktree core.bare false
                        """),
        HEAD_THAT_DANGLES(
                "mkdir p/refs; echo x > p/refs/x; ln -s refs/heads/main p/HEAD; mkdir o; echo x"
                        + " > o/x; ln -s ../o p/objects");

        private final String script;

        Disguise(String script) {
            this.script = script;
        }
    }

    @ParameterizedTest
    @EnumSource
    void staysHome(Disguise disguise) throws Exception {
        var port = Port.at(folder);
        var disk = disk(disguise, port);
        assertThat(runsCode(disk.resolve("workspace/p")))
                .as("git runs what the configuration says, so that this test tells something")
                .isTrue();

        var shipped = port.ship(disk, port.path("out.wbundle"));
        assertThat(shipped.departure().repositories()).containsExactly("workspace/p");
        assertThat(shipped.manifest().gitIncluded()).isFalse();
        port.receive(port.path("out.wbundle"), port.path("back"));
        assertThat(port.path("back/workspace/p")).doesNotExist();
        assertThat(runsCode(port.path("back/workspace/w"))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void travelsWhenAskedForAndTheManifestSaysSo(Disguise disguise) throws Exception {
        var port = Port.at(folder);
        var options = ShipOptions.PLAIN.withRepositories();
        var shipped = port.ship(disk(disguise, port), port.path("out.wbundle"), options);
        // A link that leads nowhere stays home in any case, and nothing is a repository without it.
        boolean whole = disguise != Disguise.HEAD_THAT_DANGLES;
        assertThat(shipped.manifest().gitIncluded()).isEqualTo(whole);
    }

    private Path disk(Disguise disguise, Port port) throws Exception {
        Tool.require("git");
        var disk = port.create("d", Port.Form.TREE);
        var workspace = disk.resolve("workspace");
        Files.createDirectories(workspace.resolve("p"));
        Files.createDirectories(workspace.resolve("w"));
        Files.writeString(workspace.resolve("w/kept"), "kept");
        String hook = "\"touch '%s';false\"\n".formatted(owned());
        Files.writeString(workspace.resolve("p/config"), CONFIG + hook);
        Tool.shell(workspace, Map.of(), disguise.script);
        return disk;
    }

    private boolean runsCode(Path in) throws Exception {
        Files.deleteIfExists(owned());
        var environment =
                Map.of(
                        "GIT_CONFIG_GLOBAL", "/dev/null",
                        "GIT_CONFIG_SYSTEM", "/dev/null",
                        "GIT_CEILING_DIRECTORIES", folder.toRealPath().toString());
        Tool.attempt(in, environment, "git status");
        return Files.exists(owned());
    }

    private Path owned() {
        return folder.resolve("owned");
    }
}
