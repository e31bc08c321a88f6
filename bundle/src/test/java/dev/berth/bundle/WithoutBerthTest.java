package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bundle.Port.Form;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.bundle.signing.SigningKey;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The page for receivers who have no Berth: its commands, run as they are printed.
@DisplayName("A receiver without Berth")
class WithoutBerthTest {
    private static final Path PAGE = Path.of("../docs/bundle.md");
    private static final SigningKey KEY = SigningKey.generate(new SecureRandom());

    private static final List<String> ALL_RIGHT =
            List.of(
                    "the list is right",
                    "the files are right",
                    "there is nothing else",
                    "the links are right",
                    "nothing else is a link");

    @TempDir(factory = Ram.class)
    Path folder;

    @Test
    void readsAndChecksABundleWithToolsOfTheirOwn() throws Exception {
        make();
        String out = Tool.shell(folder, Map.of(), commands());
        assertThat(out)
                .contains(ALL_RIGHT)
                .contains("Signature Verified Successfully")
                .contains(KEY.verifyKey().id());
        assertThat(folder.resolve("in/workspace/run \"me\".sh")).isExecutable();
        assertThat(Files.readSymbolicLink(folder.resolve("in/workspace/link")))
                .isEqualTo(Path.of("run \"me\".sh"));
        assertThat(folder.resolve("in/workspace/empty")).isEmptyDirectory();
        assertThat(folder.resolve("in/workspace/größe/☃.txt")).hasContent("snow\n");
    }

    @Test
    void seesWhenAFileWasAltered() throws Exception {
        make();
        String script = commands().replace("cd in\n", "cd in\necho x >> workspace/größe/☃.txt\n");
        assertThat(Tool.attempt(folder, Map.of(), script).out())
                .contains("the list is right")
                .doesNotContain("the files are right");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ln -sfn größe workspace/link",
                "rm workspace/link; echo x > workspace/link"
            })
    void seesWhenALinkWasAltered(String how) throws Exception {
        make();
        String script = commands().replace("cd in\n", "cd in\n" + how + "\n");
        assertThat(Tool.attempt(folder, Map.of(), script).out())
                .contains("the files are right")
                .doesNotContain("the links are right");
    }

    @Test
    void seesWhenAFileBecameALink() throws Exception {
        make();
        String swap = "mv workspace/long ../long; ln -s ../../long workspace/long";
        String script = commands().replace("cd in\n", "cd in\n" + swap + "\n");
        assertThat(Tool.attempt(folder, Map.of(), script).out())
                .contains("the links are right")
                .doesNotContain("nothing else is a link");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void checksABundleWithoutFiles(boolean withALink) throws Exception {
        Tool.require("unzip", "sha256sum", "openssl");
        var port = Port.at(folder);
        var disk = port.create("d", Form.FILE);
        if (withALink) {
            try (var open = port.open(disk)) {
                open.put(new VolumePath("/here"), EntryKind.LINK, in("."), Volume.WORKSPACE);
            }
        }
        var shipped = port.ship(disk, port.path("in.wbundle"), ShipOptions.PLAIN.signedBy(KEY));
        assertThat(shipped.manifest().fileCount()).isEqualTo(withALink ? 1 : 0);
        assertThat(Tool.shell(folder, Map.of(), commands())).contains(ALL_RIGHT);
    }

    @Test
    void seesWhenTheManifestWasAltered() throws Exception {
        make();
        String script =
                commands().replace("cd in\n", "cd in\nsed -i s/ship-/shop-/ manifest.json\n");
        var answer = Tool.attempt(folder, Map.of(), script);
        assertThat(answer.code()).isNotZero();
        assertThat(answer.out()).contains("Signature Verification Failure");
    }

    private void make() throws Exception {
        Tool.require("unzip", "sha256sum", "openssl");
        var port = Port.at(folder);
        var disk = port.create("d", Form.FILE);
        try (var open = port.open(disk)) {
            open.put(new VolumePath("/größe/☃.txt"), bytes("snow\n"));
            open.put(new VolumePath("/long"), bytes("again and ".repeat(1000)));
            open.put(
                    new VolumePath("/run \"me\".sh"),
                    EntryKind.EXECUTABLE,
                    in("#!/bin/sh\n"),
                    Volume.WORKSPACE);
            open.put(
                    new VolumePath("/link"), EntryKind.LINK, in("run \"me\".sh"), Volume.WORKSPACE);
            open.put(new VolumePath("/empty"), EntryKind.FOLDER, in(""), Volume.WORKSPACE);
        }
        port.ship(disk, port.path("in.wbundle"), ShipOptions.PLAIN.signedBy(KEY));
    }

    private static String commands() throws Exception {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf("## Without Berth"))
                .lines()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2) + "\n")
                .collect(Collectors.joining());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ByteArrayInputStream in(String text) {
        return new ByteArrayInputStream(bytes(text));
    }
}
