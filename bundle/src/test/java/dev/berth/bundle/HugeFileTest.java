package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

@DisplayName("A bundle of more than four gibibytes")
class HugeFileTest {
    private static final long BEYOND = (4L << 30) + 5;

    @Test
    @Tag("campaign")
    void carriesAFileOfMoreThanFourGibibytes(@TempDir Path disk) throws Exception {
        Tool.require("unzip");
        var port = Port.at(disk);
        Files.createDirectory(port.path("tree"));
        try (var big = new RandomAccessFile(port.path("tree/big").toFile(), "rw")) {
            big.setLength(BEYOND);
            for (long at = 0; at < BEYOND; at += 1 << 20) {
                big.seek(at);
                big.writeLong(at * 0x9e3779b97f4a7c15L);
            }
        }
        Files.writeString(port.path("tree/small"), "small");
        port.ship(port.path("tree"), port.path("one.wbundle"));
        Tool.shell(disk, Map.of(), "unzip -tqq one.wbundle");
        port.receive(port.path("one.wbundle"), port.path("back"));
        assertThat(Files.mismatch(port.path("tree/big"), port.path("back/workspace/big")))
                .isEqualTo(-1);
        port.ship(port.path("back"), port.path("two.wbundle"));
        assertThat(Files.mismatch(port.path("one.wbundle"), port.path("two.wbundle")))
                .isEqualTo(-1);
    }
}
