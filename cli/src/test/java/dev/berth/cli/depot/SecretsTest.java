package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// Whatever is typed, right or wrong: no key is printed, and none is stored but where keys belong.
class SecretsTest {
    private static final String KEY =
            "c0ffee11c0ffee22c0ffee33c0ffee44c0ffee55c0ffee66c0ffee77c0ffee88";

    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));
    private final StringBuilder said = new StringBuilder();

    @BeforeEach
    void makeTree() throws IOException {
        shell = DepotShell.in(folder).with("BERTH_MASTER_KEY", KEY);
        shell.write("t/a", "a");
    }

    private void type(DepotShell where, String line) {
        for (String more : List.of("", " --json", " --debug")) {
            var answer = where.type(line + more);
            said.append(answer.out()).append(answer.err()).append('\n');
        }
    }

    private void assertSilence(String secret) throws IOException {
        byte[] raw = HexFormat.of().parseHex(secret);
        String all = said.toString().toLowerCase(Locale.ROOT);
        assertThat(all).isNotBlank().doesNotContain(secret, secret.substring(0, 16));
        assertThat(said).doesNotContain(Base64.getEncoder().encodeToString(raw).substring(0, 20));
        String bytes = new String(raw, StandardCharsets.ISO_8859_1);
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().endsWith(".key")) continue;
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(content).as(file.toString()).doesNotContain(bytes, secret);
            }
        }
    }

    @Test
    void aKeyOfTheEnvironmentIsNeitherPrintedNorStored() throws IOException {
        shell.done("init d");
        for (String line :
                List.of(
                        "init d",
                        "snapshot d t --session s",
                        "snapshot d t --session own --own-key",
                        "list d",
                        "show d s",
                        "stats d",
                        "verify d --read-data",
                        "keys init d",
                        "keys show d",
                        "keys rotate d",
                        "keys rotate d --data",
                        "keys destroy d own.own",
                        "collect d",
                        "restore d nobody back",
                        "restore d s back",
                        "cat d s nothing",
                        "list nowhere")) {
            type(shell, line);
        }
        var doctor = Typed.in(folder, shell.environment(), "doctor");
        said.append(doctor.out()).append(doctor.err());
        assertSilence(KEY);
    }

    @Test
    void whatIsNoKeyIsNotRepeatedEither() throws IOException {
        shell.done("init d");
        for (String almost : List.of(KEY + "0", KEY.substring(1), KEY.replace('c', 'x'))) {
            type(shell.with("BERTH_MASTER_KEY", almost), "list d");
            shell.write("bad.key", almost);
            Files.setPosixFilePermissions(
                    shell.path("bad.key"), PosixFilePermissions.fromString("rw-------"));
            type(shell, "list d --key-file bad.key");
            assertThat(said.toString()).doesNotContain(almost.substring(1, 20));
        }
        Files.setPosixFilePermissions(
                shell.path("bad.key"), PosixFilePermissions.fromString("rw-r--r--"));
        type(shell, "list d --key-file bad.key");
        assertSilence(KEY);
    }

    @Test
    void aKeyFileIsForItsOwnerAloneAndItsKeyIsNowhereElse() throws IOException {
        var here = DepotShell.in(folder);
        here.done("init d --key-file master.key");
        String key = Files.readString(here.path("master.key")).strip();
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(here.path("master.key"))))
                .isEqualTo("rw-------");
        for (String line :
                List.of(
                        "snapshot d t --session s",
                        "list d",
                        "keys show d",
                        "verify d",
                        "keys rotate d --to-key-file other.key",
                        "list d")) {
            type(here, line + " --key-file master.key");
        }
        assertSilence(key);
        String other = Files.readString(here.path("other.key")).strip();
        type(here, "list d --key-file other.key");
        assertSilence(other);
    }

    @Test
    void aKeyThatIsTypedForThePathOfOneIsNotRepeated() throws IOException {
        shell.done("init d");
        var here = DepotShell.in(folder);
        for (String option : List.of("--key-file ", "--key-file ./", "--key-command ")) {
            for (String line : List.of("list d ", "init e ", "keys init d ")) {
                type(here, line + option + KEY);
                refusedAsAKey(here.type(line + option + KEY));
            }
        }
        for (String to : List.of("--to-key-file ", "--to-key-command ")) {
            type(shell, "keys rotate d " + to + KEY);
            refusedAsAKey(shell.type("keys rotate d " + to + KEY));
        }
        // One that was not copied whole tells nearly as much.
        refusedAsAKey(here.type("list d --key-file " + KEY.substring(2)));
        assertSilence(KEY);
        assertThat(folder.resolve(KEY)).doesNotExist();
        assertThat(folder.resolve("e")).doesNotExist();
    }

    private void refusedAsAKey(Typed answer) {
        assertThat(answer.code()).as(answer.err()).isEqualTo(2);
        assertThat(answer.err())
                .contains("that is a key, not the path of one", "BERTH_MASTER_KEY", "in a file");
    }

    @Test
    void whichPlaceTakesDigitsAndWhichAPathIsSaid() {
        shell.done("init d");
        assertThat(shell.done("list --help").out().replaceAll("\\s+", " "))
                .contains("the path of a file with the master key", "$BERTH_MASTER_KEY, the 64");
        var path = shell.with("BERTH_MASTER_KEY", "/etc/berth/master.key").type("list d");
        assertThat(path.code()).isEqualTo(18);
        assertThat(path.err())
                .contains("64 hexadecimal digits", "--key-file")
                .doesNotContain("/etc/berth");
        var none = DepotShell.in(folder).type("list d --key-file none.key");
        assertThat(none.code()).isEqualTo(18);
        assertThat(none.err()).contains("none.key", "the 64 digits themselves");
    }
}
