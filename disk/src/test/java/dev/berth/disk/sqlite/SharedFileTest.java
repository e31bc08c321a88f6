package dev.berth.disk.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Disks;
import dev.berth.disk.Progress;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.Tool;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.moving.Create;
import dev.berth.disk.moving.Share;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What we do to others who have the file open at the same time, in another process or in this one.
class SharedFileTest {
    @TempDir private Path folder;
    private Path file;
    private Process other;
    private BufferedWriter in;
    private BufferedReader out;

    @BeforeEach
    void open() throws Exception {
        Tool.sqlite3(folder);
        file = folder.resolve("d.sqlite");
        new Create(Disks.FILES, Disks.DISKS).file(file);
        other = new ProcessBuilder("sqlite3", file.toString()).redirectErrorStream(true).start();
        in = other.outputWriter();
        out = other.inputReader();
    }

    @AfterEach
    void close() throws Exception {
        in.close();
        other.waitFor();
    }

    /// Answers what the shell prints.
    private String ask(String sql) throws IOException {
        in.write(sql + ";\nselect 'done';\n");
        in.flush();
        var answer = new StringBuilder();
        for (String line = out.readLine(); !"done".equals(line); line = out.readLine()) {
            if (line == null) throw new IOException("the shell has ended: " + answer);
            answer.append(line);
        }
        return answer.toString();
    }

    private void look(String how) throws Exception {
        switch (how) {
            case "get" -> {
                try (var disk = Disks.DISKS.open(file)) {
                    disk.list(Volume.WORKSPACE);
                }
            }
            case "query" -> {
                try (var disk = Disks.DISKS.open(file)) {
                    disk.query("select count(*) from vfs", QueryLimits.DEFAULT);
                }
            }
            case "share" ->
                    new Share(Disks.FILES, Disks.DISKS)
                            .share(file, folder.resolve("p.sqlite"), Progress.NONE);
            default -> Disks.DISKS.copy(file, folder.resolve("c.sqlite"), Progress.NONE);
        }
    }

    /// Nothing is committed in the log yet: whoever thinks himself alone removes it.
    @ParameterizedTest
    @ValueSource(strings = {"get", "query", "share", "copy"})
    void keepsTheLogOfAnotherProcess(String how) throws Exception {
        assertThat(ask("select count(*) from vfs")).isEqualTo("0");
        look(how);
        assertThat(ask("insert into vfs(volume, path, content) values('workspace', '/acked', 'x')"))
                .isEmpty();
        other.destroyForcibly().waitFor();
        try (var disk = Disks.DISKS.open(file)) {
            assertThat(disk.get(new VolumePath("/acked"))).asString().isEqualTo("x");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "query", "share", "copy"})
    void keepsTheLocksThatThisProcessHolds(String how) throws Exception {
        var gate = new Gate(Disks.FILES, Duration.ofSeconds(5));
        try (var reader = new Entrance(gate, Duration.ofSeconds(5)).begun(file)) {
            assertThat(Connections.number(reader, "SELECT count(*) FROM vfs")).isZero();
            look(how);
            assertThat(ask("pragma journal_mode=delete")).contains("locked");
        }
    }

    @Test
    void isLookedAtAnewWhenNobodyHasItOpen() throws Exception {
        look("get");
        in.close();
        other.waitFor();
        byte[] bytes = Files.readAllBytes(file);
        Files.writeString(file, "no database", StandardCharsets.UTF_8);
        assertThat(Files.size(file)).isLessThan(bytes.length);
        assertThatThrownBy(() -> look("get")).hasMessageContaining("not a SQLite file");
    }
}
