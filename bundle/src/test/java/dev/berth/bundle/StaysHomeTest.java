package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.bundle.Port.Form;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.ship.Ship;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.bundle.ship.Shipped;
import dev.berth.disk.Disk;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;

@DisplayName("Besides the private volumes")
class StaysHomeTest {
    private static final Terms WITH_GIT = new Terms(true, Optional.empty());

    @TempDir(factory = Ram.class)
    Path folder;

    private Port port;

    @BeforeEach
    void open() {
        port = Port.at(folder);
    }

    @ParameterizedTest
    @EnumSource
    void repositoriesStayHomeInWhateverSpelling(Form form) throws Failure {
        var disk =
                disk(
                        form,
                        "/a.txt",
                        "/.git/config",
                        "/.git/objects/ab/cd",
                        "/lib/.GIT/HEAD",
                        "/sub/.git",
                        "/x/git~1/HEAD",
                        "/y/.g\u200cit/HEAD",
                        "/bare/HEAD",
                        "/bare/objects/info/packs",
                        "/bare/refs/heads/main",
                        "/.gitignore",
                        "/.github/workflow.yml");
        var shipped = port.ship(disk, port.path("out.wbundle"));
        assertThat(shipped.manifest().gitIncluded()).isFalse();
        assertThat(shipped.departure().sent()).containsEntry(Volume.WORKSPACE, new Tally(3, 3));
        assertThat(shipped.departure().inRepositories()).isEqualTo(new Tally(9, 9));
        assertThat(shipped.departure().repositories())
                .containsExactly(
                        "workspace/.git",
                        "workspace/bare",
                        "workspace/lib/.GIT",
                        "workspace/sub/.git",
                        "workspace/x/git~1",
                        "workspace/y/.g\u200cit");
    }

    @ParameterizedTest
    @EnumSource
    void repositoriesTravelWhenBothSidesAsk(Form form) throws Failure {
        var disk = disk(form, "/a.txt", "/.git/config", "/.git/HEAD");
        var shipped =
                port.ship(disk, port.path("out.wbundle"), ShipOptions.PLAIN.withRepositories());
        assertThat(shipped.manifest().gitIncluded()).isTrue();
        var refused =
                catchThrowableOfType(
                        Failure.Refused.class,
                        () -> port.receive(port.path("out.wbundle"), port.path("back")));
        assertThat(refused.advice()).contains("--with-git");
        port.receive(port.path("out.wbundle"), port.path("back"), WITH_GIT);
        assertThat(port.path("back/workspace/.git/config")).hasContent("x");
    }

    @Test
    void aFlagWithoutARepositoryChangesNothing() throws Exception {
        var disk = disk(Form.TREE, "/a.txt");
        port.ship(disk, port.path("one.wbundle"));
        port.ship(disk, port.path("two.wbundle"), ShipOptions.PLAIN.withRepositories());
        assertThat(port.path("one.wbundle")).hasSameBinaryContentAs(port.path("two.wbundle"));
    }

    @ParameterizedTest
    @EnumSource
    void linksStayHomeThatLeadElsewhere(Form form) throws Exception {
        var disk = disk(form, "/a.txt", "/dir/b.txt", "/.git/HEAD");
        try (var open = port.open(disk)) {
            link(open, "/inside", "dir/b.txt");
            link(open, "/chain", "inside");
            link(open, "/folder", "dir");
            link(open, "/here", ".");
            link(open, "/dir/up", "../a.txt");
            link(open, "/absolute", "/etc/passwd");
            link(open, "/out", "../memory/x");
            link(open, "/gone", "deleted-long-ago");
            link(open, "/repo", ".git/HEAD");
            link(open, "/loop", "loop");
            link(open, "/behind", "dir/../a.txt");
            link(open, "/chained/out", "../gone");
        }
        var shipped = port.ship(disk, port.path("out.wbundle"));
        assertThat(shipped.departure().leftOut().stream().map(one -> one.path()))
                .containsExactlyInAnyOrder(
                        "workspace/absolute",
                        "workspace/out",
                        "workspace/gone",
                        "workspace/repo",
                        "workspace/loop",
                        "workspace/behind",
                        "workspace/chained/out");
        port.receive(port.path("out.wbundle"), port.path("back"));
        assertThat(Files.readSymbolicLink(port.path("back/workspace/dir/up")))
                .hasToString("../a.txt");
    }

    @ParameterizedTest
    @EnumSource
    void namesThatAReceiverWouldRefuseAreRefusedAllAtOnce(Form form) throws Failure {
        var disk = disk(form, "/Readme", "/README", "/aux.c", "/end.", "/ok");
        var refused =
                catchThrowableOfType(
                        Failure.Refused.class, () -> port.ship(disk, port.path("out.wbundle")));
        assertThat(refused.what()).contains("/Readme", "/aux.c", "/end.").doesNotContain("/ok");
        assertThat(Files.exists(port.path("out.wbundle"))).isFalse();
    }

    @Test
    void whatIsNoFileIsNamed() throws Exception {
        var disk = disk(Form.TREE, "/a.txt");
        Tool.require("mkfifo");
        Tool.shell(folder, Map.of(), "mkfifo d-TREE/workspace/pipe");
        Files.writeString(disk.resolve("beside"), "x");
        Files.createDirectories(
                disk.resolve(
                        "workspace/.berth-stage-000000000000-000000000000-1-1-0000000000000000"));
        Files.writeString(disk.resolve("workspace/.a.txt.tmp-0123456789abcdef"), "half");
        var shipped = port.ship(disk, port.path("out.wbundle"));
        assertThat(shipped.departure().leftOut()).hasSize(4);
        assertThat(shipped.manifest().fileCount()).isEqualTo(1);
    }

    @Test
    void aPlainFolderIsAWorkspaceAndMayHoldItsOwnBundle() throws Exception {
        Files.createDirectories(folder.resolve("p/tmp"));
        Files.writeString(folder.resolve("p/tmp/x"), "x");
        Files.writeString(folder.resolve("p/y"), "y");
        var shipped = port.ship(folder.resolve("p"), folder.resolve("p/out.wbundle"));
        assertThat(shipped.manifest().fileCount()).isEqualTo(2);
        port.receive(folder.resolve("p/out.wbundle"), port.path("back.sqlite"));
        try (var back = port.open(port.path("back.sqlite"))) {
            assertThat(back.get(new VolumePath("/tmp/x"))).hasSize(1);
            assertThatThrownBy(() -> back.get(new VolumePath("/y"), Volume.MEMORY))
                    .isInstanceOf(Failure.NotFound.class);
        }
    }

    @Test
    void theTimeZoneStaysHome() throws Exception {
        var disk = disk(Form.FILE, "/a.txt", "/b/c");
        var before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            port.ship(disk, port.path("east.wbundle"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Pago_Pago"));
            port.ship(disk, port.path("west.wbundle"));
        } finally {
            TimeZone.setDefault(before);
        }
        assertThat(port.path("east.wbundle")).hasSameBinaryContentAs(port.path("west.wbundle"));
    }

    @Test
    void aPreviewSaysTheSameAndWritesNothing() throws Exception {
        var disk = disk(Form.TREE, "/a.txt", "/.git/HEAD");
        Shipped shipped = port.ship(disk, port.path("out.wbundle"));
        Files.delete(port.path("out.wbundle"));
        try (var lanes = Lanes.inline()) {
            var preview =
                    new Ship(port.files(), port.disks(), lanes, BundleLimits.USUAL, "t")
                            .preview(disk, ShipOptions.PLAIN, BundleProgress.NONE);
            assertThat(preview).isEqualTo(shipped.departure());
        }
        try (var all = Files.list(folder)) {
            assertThat(all).hasSize(1);
        }
    }

    @Test
    void denseContentIsStoredSoThatItCanBeReceived() throws Exception {
        var disk = disk(Form.TREE, "/a.txt");
        Files.write(disk.resolve("workspace/zeros1"), new byte[140 << 20]);
        Files.write(disk.resolve("workspace/zeros2"), new byte[140 << 20]);
        var shipped = port.ship(disk, port.path("out.wbundle"));
        assertThat(shipped.bundleBytes()).isGreaterThan(280 << 20);
        port.verify(port.path("out.wbundle"), Terms.USUAL);
    }

    private Path disk(Form form, String... paths) throws Failure {
        var disk = port.create("d-" + form, form);
        try (var open = port.open(disk)) {
            for (String path : paths) open.put(new VolumePath(path), new byte[] {'x'});
        }
        return disk;
    }

    private static void link(Disk disk, String path, String target) throws Failure {
        disk.put(
                new VolumePath(path),
                EntryKind.LINK,
                new ByteArrayInputStream(target.getBytes(StandardCharsets.UTF_8)),
                Volume.WORKSPACE);
    }
}
