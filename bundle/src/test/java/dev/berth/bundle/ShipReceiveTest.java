package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.bundle.Port.Form;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.ship.ShipOptions;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

@DisplayName("A disk that was shipped and received")
class ShipReceiveTest {
    @TempDir Path folder;
    private Port port;

    @BeforeEach
    void open() {
        port = Port.at(folder);
    }

    @ParameterizedTest
    @EnumSource
    void leavesWhatWasLearntAtHome(Form form) throws Failure {
        var disk = filled(form);
        var shipped = port.ship(disk, port.path("out.wbundle"));
        assertThat(shipped.manifest().privateIncluded()).isFalse();
        assertThat(shipped.manifest().volumes()).containsExactly(Volume.WORKSPACE);
        assertThat(shipped.departure().withheld().get(Volume.MEMORY)).isEqualTo(new Tally(1, 23));
        for (var to : Form.values()) {
            var target = port.path("back-" + to, to);
            var received = port.receive(port.path("out.wbundle"), target);
            assertThat(received.manifest().privateIncluded()).isFalse();
            try (var back = port.open(target)) {
                assertThat(back.get(path("/report.md"))).isEqualTo(bytes("the work"));
                assertThatThrownBy(() -> back.get(path("/learnt"), Volume.MEMORY))
                        .isInstanceOf(Failure.NotFound.class);
                assertThat(back.list(Volume.TMP)).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void bringsItAllWhenAskedFor(Form form) throws Failure {
        var disk = filled(form);
        var shipped = port.ship(disk, port.path("out.wbundle"), ShipOptions.PLAIN.withPrivate());
        assertThat(shipped.manifest().privateIncluded()).isTrue();
        assertThat(shipped.manifest().volumes()).containsExactly(Volume.values());
        for (var to : Form.values()) {
            var target = port.path("back-" + to, to);
            port.receive(port.path("out.wbundle"), target);
            try (var one = port.open(disk);
                    var other = port.open(target)) {
                for (var volume : Volume.values()) {
                    assertThat(contents(other, volume)).isEqualTo(contents(one, volume));
                }
                assertThat(other.get(path("/learnt"), Volume.MEMORY))
                        .isEqualTo(bytes("carried across the wire"));
            }
        }
    }

    @Test
    void isTheSameBytesFromEitherForm() throws Exception {
        var tree = filled(Form.TREE);
        port.ship(tree, port.path("one.wbundle"), ShipOptions.PLAIN.withPrivate());
        port.ship(filled(Form.FILE), port.path("two.wbundle"), ShipOptions.PLAIN.withPrivate());
        assertThat(port.path("one.wbundle")).hasSameBinaryContentAs(port.path("two.wbundle"));
    }

    @ParameterizedTest
    @EnumSource
    void mayHoldFilesLargerThanMemoryIsSpent(Form form) throws Exception {
        var disk = port.create("d", form);
        byte[] dull = new byte[20 << 20];
        byte[] wild = new byte[20 << 20];
        new SplittableRandom(7).nextBytes(wild);
        try (var open = port.open(disk)) {
            open.put(path("/dull"), dull);
            open.put(path("/wild"), wild);
            open.put(path("/small"), bytes("x"));
        }
        port.ship(disk, port.path("out.wbundle"));
        port.verify(port.path("out.wbundle"), Terms.USUAL);
        for (var to : Form.values()) {
            var target = port.path("back-" + to, to);
            port.receive(port.path("out.wbundle"), target);
            try (var back = port.open(target)) {
                assertThat(back.get(path("/dull"))).isEqualTo(dull);
                assertThat(back.get(path("/wild"))).isEqualTo(wild);
            }
        }
    }

    @Test
    void neverReplacesAFile() throws Exception {
        Files.writeString(port.path("out.wbundle"), "mine");
        var disk = filled(Form.TREE);
        assertThatThrownBy(() -> port.ship(disk, port.path("out.wbundle")))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(port.path("out.wbundle")).hasContent("mine");
    }

    @Test
    void landsInAnEmptyFolderAndInNoOther() throws Exception {
        port.ship(filled(Form.TREE), port.path("out.wbundle"));
        Files.createDirectory(port.path("empty"));
        port.receive(port.path("out.wbundle"), port.path("empty"));
        assertThatThrownBy(() -> port.receive(port.path("out.wbundle"), port.path("empty")))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(port.path("empty/workspace/report.md")).hasContent("the work");
    }

    private Path filled(Form form) throws Failure {
        var path = port.create("d-" + form, form);
        try (var disk = port.open(path)) {
            disk.put(path("/report.md"), bytes("the work"));
            disk.put(path("/a-b"), bytes("before the folder a"));
            disk.put(path("/a/deep/er/file"), bytes("x".repeat(100_000)));
            disk.put(path("/a/\"quoted\" é 🙂"), bytes(""));
            disk.put(path("/run.sh"), EntryKind.EXECUTABLE, in("#!/bin/sh\n"), Volume.WORKSPACE);
            disk.put(path("/a/link"), EntryKind.LINK, in("../report.md"), Volume.WORKSPACE);
            disk.put(path("/empty/folder"), EntryKind.FOLDER, in(""), Volume.WORKSPACE);
            disk.put(path("/learnt"), bytes("carried across the wire"), Volume.MEMORY);
            disk.put(path("/scratch"), bytes("half a thought"), Volume.TMP);
        }
        return path;
    }

    private static List<String> contents(Disk disk, Volume volume) throws Failure {
        var all = new ArrayList<String>();
        for (var entry : disk.list(Optional.empty(), Disk.Depth.ALL, volume)) {
            var text =
                    switch (entry.kind()) {
                        case FILE, EXECUTABLE ->
                                new String(disk.get(entry.path(), volume), StandardCharsets.UTF_8);
                        case LINK -> disk.linkTarget(entry.path(), volume);
                        case FOLDER -> "";
                    };
            all.add(entry + " " + text);
        }
        return all;
    }

    private static VolumePath path(String text) {
        return new VolumePath(text);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ByteArrayInputStream in(String text) {
        return new ByteArrayInputStream(bytes(text));
    }
}
