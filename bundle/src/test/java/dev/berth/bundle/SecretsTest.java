package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.bundle.Port.Form;
import dev.berth.bundle.secrets.SecretScanner;
import dev.berth.bundle.ship.AllowedSecret;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

@DisplayName("A secret")
class SecretsTest {
    private static final String X =
            "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3v";

    // Put together here, so that no scanner takes this file for a leak.
    private static final List<String> SECRETS =
            List.of(
                    "AKIA" + "IOSFODNN7EXAMPLE",
                    "ASIA" + "ABCDEFGHIJKLMNOP",
                    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE" + "KEY",
                    "\"SecretAccessKey\": \"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE" + "KEY\"",
                    "ghp" + "_" + X.substring(0, 36),
                    "ghs" + "_" + X.substring(0, 36),
                    "github" + "_pat_" + X.substring(0, 22) + "_" + X.substring(0, 59),
                    "glpat" + "-" + X.substring(0, 20),
                    "xoxb" + "-123456789012-123456789012-" + X.substring(0, 24),
                    "AIza" + X.substring(0, 35),
                    "sk_" + "live_" + X.substring(0, 24),
                    "sk-" + X.substring(0, 48),
                    "sk-" + "proj-" + X.substring(0, 48),
                    "sk-" + "ant-api03-" + X,
                    "npm" + "_" + X.substring(0, 36),
                    "pypi" + "-AgEIcHlwaS5vcmc" + X,
                    "SG" + "." + X.substring(0, 22) + "." + X.substring(0, 43),
                    "SK" + "0123456789abcdef0123456789abcdef",
                    "hf" + "_" + X.substring(0, 34),
                    "AccountKey" + "=" + (X + X).substring(0, 86) + "==",
                    "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + X.substring(0, 43),
                    "-----BEGIN " + "RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n",
                    "-----BEGIN " + "OPENSSH PRIVATE KEY-----\r\nb3BlbnNzaC1rZXktdjEA\r\n",
                    "-----BEGIN " + "ENCRYPTED PRIVATE KEY-----\nMIIFHDBOBgkqhkiG\n",
                    "-----BEGIN " + "RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n",
                    "-----BEGIN " + "PGP PRIVATE KEY BLOCK-----\n\nlQVYBF8cRCgBDADG\n",
                    "\"-----BEGIN " + "PRIVATE KEY-----\\nMIIEvQIBADANBgkq\\n\"",
                    "123456789" + ":AA" + X.substring(0, 33),
                    "MTIz"
                            + X.substring(0, 20)
                            + "."
                            + X.substring(0, 6)
                            + "."
                            + X.substring(0, 38),
                    "https://discord" + ".com/api/webhooks/123456789012345678/" + X,
                    "postgres" + "://admin:" + X.substring(0, 16) + "@db.example.com/x",
                    "redis" + "://:" + X.substring(0, 16) + "@cache:6379",
                    "//registry.npmjs.org/:_auth" + "Token=" + X.substring(0, 36),
                    "https://x.blob.core.windows.net/c?sv=2020&s"
                            + "ig="
                            + X.substring(0, 43)
                            + "%3D",
                    "Authorization" + ": Bearer " + X.substring(0, 40),
                    "'authorization'" + ": 'Basic dXNlcjp" + X.substring(0, 20) + "=='",
                    "PuTTY" + "-User-Key-File-3: ssh-ed25519");

    private static final List<String> HARMLESS =
            List.of(
                    "the task at hand: ask-me-anything-about-this-or-that",
                    "sk-learn, sk-spinner-circle-fade-in-and-out-of-the-page",
                    "\"-----BEGIN PRIVATE KEY-----\" is how a key begins",
                    "-----BEGIN CERTIFICATE-----\nMIIEpAIBAAKCAQEA\n",
                    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n",
                    "secret_access_key is the name of a field",
                    "npm_config_registry and npm_lifecycle_event",
                    "ghp_short, glpat-x, AKIA, xoxb-no-such-thing",
                    "MASKIA" + "0123456789ABCDEFGH",
                    "d41d8cd98f00b204e9800998ecf8427e e3b0c44298fc1c149afbf4c8996fb924",
                    "eyJhbGciOiJIUzI1NiJ9 alone",
                    "https://example.org/path?token=short",
                    "postgres://postgres:postgres@localhost/db, http://user:password@host",
                    "mysql://root:${PASSWORD}@db/x, amqp://guest:guest@mq, http://a:b@c",
                    "see https://example.org:8080/@scope/package and ssh://git@host:22/x",
                    "//registry.npmjs.org/:_authToken=${NPM_TOKEN}",
                    "Authorization: Bearer YOUR_ACCESS_TOKEN_HERE",
                    "curl -H \"Authorization: Bearer $TOKEN\"",
                    "the author's authorization: basic needs, 2026",
                    "12:AA:BB:CC:DD:EE and 20260101:AAAA",
                    "const sig=makeSignatureOfEverythingThatIsInThisMessageBody(x)",
                    "password = os.environ['PASSWORD']");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Long> lines(String name, byte[] content) {
        return SecretScanner.scan(name, content, content.length).stream()
                .map(finding -> finding.line())
                .toList();
    }

    @Test
    void isFoundInWhateverShape() {
        for (String secret : SECRETS) {
            assertThat(lines("x.txt", bytes("a\n\nkey: " + secret + "\nmore\n")))
                    .as(secret.substring(0, 8))
                    .containsExactly(3L);
            assertThat(lines("x.txt", bytes(secret)))
                    .as(secret.substring(0, 8))
                    .containsExactly(1L);
            assertThat(lines("x.json", bytes("{\"a\":\"line\\n" + secret + "\"}"))).hasSize(1);
        }
    }

    @Test
    void isNotSeenWhereThereIsNone() {
        for (String text : HARMLESS) assertThat(lines("x.txt", bytes(text))).as(text).isEmpty();
        var random = new SplittableRandom(3);
        byte[] noise = new byte[4 << 20];
        random.nextBytes(noise);
        assertThat(lines("noise", noise)).isEmpty();
    }

    @Test
    void isFoundInWideCharactersWhereverTheyStart() {
        for (String secret : SECRETS) {
            String text = "first\nkey: " + secret + "\nlast";
            for (String charset :
                    List.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "UTF-32")) {
                byte[] wide = text.getBytes(Charset.forName(charset));
                for (int odd = 0; odd < 4; odd++) {
                    byte[] moved = new byte[odd + wide.length];
                    Arrays.fill(moved, 0, odd, (byte) 'x');
                    System.arraycopy(wide, 0, moved, odd, wide.length);
                    assertThat(lines("x.txt", moved))
                            .as(secret.substring(0, 8) + " in " + charset + " after " + odd)
                            .containsExactly(2L);
                    var scanner = new SecretScanner("x.txt");
                    for (int i = 0; i < moved.length; i += 7) {
                        int end = Math.min(moved.length, i + 7);
                        scanner.update(Arrays.copyOfRange(moved, i, end), end - i);
                    }
                    if (odd > 0) assertThat(scanner.finish()).as(charset + odd).hasSize(1);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        ".npmrc, _authToken = abcd-efgh",
        ".npmrc, _password=aHVudGVyMg==",
        ".netrc, machine github.com login me password hunter22",
        ".env, password: hunter2",
        "secrets.yaml, db_password: hunter2",
        "app-secrets.json, '\"api_key\": \"hunter2\",'",
        "credentials.ini, password = hunter2",
        "credentials, token = \"hunter2\"",
        ".credentials, password=hunter2",
        "secrets.txt, password: hunter2",
        ".pypirc, password = hunter2"
    })
    void isKnownByTheNameOfItsFile(String name, String line) {
        assertThat(lines(name, bytes("\n" + line + "\n"))).containsExactly(2L);
        assertThat(lines("notes.txt", bytes("\n" + line + "\n"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        ".npmrc, _authToken=${NPM_TOKEN}",
        ".npmrc, registry=https://registry.example.org/",
        ".netrc, machine github.com login me",
        "secrets.yaml, secretName: database",
        "secrets.yaml, 'password: \"{{ .Values.password }}\"'",
        "secrets.example.yaml, password: hunter2",
        "secrets.py, password: str",
        ".env, PORT: 8080"
    })
    void isNotSeenInFilesThatOnlyNameOne(String name, String line) {
        assertThat(lines(name, bytes("\n" + line + "\n"))).isEmpty();
    }

    @Test
    void isFoundInUtf16AsPowerShellWritesIt() {
        for (String secret : SECRETS) {
            for (var charset :
                    List.<Charset>of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
                byte[] marked = ("\ufeff\u00fcber\n" + secret + "\n").getBytes(charset);
                assertThat(lines("x.txt", marked)).as(secret.substring(0, 8)).containsExactly(2L);
                byte[] unmarked = ("a longer first line\n" + secret + "\n").getBytes(charset);
                assertThat(lines("x.txt", unmarked)).as(secret.substring(0, 8)).containsExactly(2L);
            }
        }
    }

    @Test
    void isFoundOnEveryBorderBetweenPieces() {
        for (String secret : SECRETS) {
            for (int before :
                    new int[] {
                        1 << 20, (1 << 20) - 1, (1 << 20) - 9, (1 << 20) - 40, (1 << 20) - 8192
                    }) {
                var scanner = new SecretScanner("big.log");
                byte[] content = new byte[(1 << 20) * 2];
                Arrays.fill(content, (byte) ' ');
                content[7] = '\n';
                byte[] text = bytes(secret);
                System.arraycopy(text, 0, content, before, text.length);
                scanner.update(content, 1 << 20);
                scanner.update(Arrays.copyOfRange(content, 1 << 20, content.length), 1 << 20);
                assertThat(scanner.finish().stream().map(finding -> finding.line()).toList())
                        .as(secret.substring(0, 8) + " at " + before)
                        .containsExactly(2L);
            }
        }
    }

    @Test
    void takesTimeInProportionToTheBytesWhateverTheyAre() {
        // Each of these would bring a backtracking matcher to its knees.
        for (String part :
                List.of(
                        "sk-",
                        "eyJ",
                        "-----BEGIN ",
                        "secret_access_key=",
                        "ghp_",
                        "eyJa.eyJa.",
                        "A=")) {
            byte[] content = bytes(part.repeat((8 << 20) / part.length()));
            SecretScanner.scan(".env", content, content.length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".env", ".env.local", "prod.env", ".ENV", ".envrc"})
    void inAnEnvironmentFileIsKnownByItsName(String name) {
        String text =
                """
                # DB_PASSWORD=old
                PORT=3000
                DEBUG=true
                export DB_PASSWORD=hunter2
                API_KEY=
                URL=http://x
                DATABASE_URL=postgres://u:pw@host/db
                TOKEN=${OTHER}
                SESSION="q8Zk2Lw0Vn5Xc7Rb1Tm9"
                """;
        assertThat(lines(name, bytes(text))).containsExactly(4L, 7L, 9L);
        assertThat(lines("notes.txt", bytes(text))).isEmpty();
        assertThat(lines(".env.example", bytes("API_KEY=changeme\n"))).isEmpty();
    }

    @Nested
    @DisplayName("in what would travel")
    class InADisk {
        @TempDir(factory = Ram.class)
        Path folder;

        private Path disk(Port port, Form form) throws Failure {
            var path = port.create("d", form);
            try (var disk = port.open(path)) {
                disk.put(
                        new VolumePath("/src/app.py"),
                        bytes("import os\nkey = '" + SECRETS.get(0) + "'\n"));
                disk.put(new VolumePath("/learnt"), bytes(SECRETS.get(4)), Volume.MEMORY);
            }
            return path;
        }

        @ParameterizedTest
        @EnumSource
        void stopsTheShipAndIsNamedWithoutBeingTold(Form form) throws Exception {
            var port = Port.at(folder);
            var disk = disk(port, form);
            var refused =
                    catchThrowableOfType(
                            Failure.Refused.class, () -> port.ship(disk, port.path("out.wbundle")));
            String told = refused.what() + refused.advice() + refused.facts();
            assertThat(told)
                    .contains("workspace/src/app.py:2")
                    .doesNotContain(SECRETS.get(0).substring(4));
            assertThat(told).as("what stays at home is not looked at").doesNotContain("learnt");
            assertThat(Files.exists(port.path("out.wbundle"))).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"workspace/src/app.py:2", "/src/app.py:2", "src/app.py:2"})
        void mayBeAllowedByItsPlace(String place) throws Exception {
            var port = Port.at(folder);
            var options = ShipOptions.PLAIN.allowing(Set.of(AllowedSecret.parse(place)));
            var shipped = port.ship(disk(port, Form.TREE), port.path("out.wbundle"), options);
            assertThat(shipped.manifest().secretScan()).isEqualTo(SecretScan.ALLOWED);
            assertThat(port.receive(port.path("out.wbundle"), port.path("back")).manifest())
                    .isEqualTo(shipped.manifest());
        }

        @Test
        void isFoundInANameWhichIsNotRepeated() throws Exception {
            var port = Port.at(folder);
            var disk = port.create("named", Form.TREE);
            String token = "ghp" + "_" + X.substring(0, 36);
            for (String path : List.of("/of/" + token + "/a", "/of/" + token + "/b")) {
                try (var open = port.open(disk)) {
                    open.put(new VolumePath(path), bytes("x"));
                }
            }
            var refused =
                    catchThrowableOfType(
                            Failure.Refused.class, () -> port.ship(disk, port.path("out.wbundle")));
            assertThat(refused.what())
                    .contains("workspace/of/ghp_…:0 (GitHub token in its name)")
                    .containsOnlyOnce("ghp_")
                    .doesNotContain(X.substring(0, 8));
            assertThat(refused.advice()).contains("line 0 is the name: write it in full");
            var place = Set.of(AllowedSecret.parse("of/" + token + ":0"));
            var shipped =
                    port.ship(disk, port.path("out.wbundle"), ShipOptions.PLAIN.allowing(place));
            assertThat(shipped.manifest().secretScan()).isEqualTo(SecretScan.ALLOWED);
        }

        @Test
        void isNotAllowedByAnotherPlace() throws Exception {
            var port = Port.at(folder);
            var disk = disk(port, Form.FILE);
            for (String place : List.of("src/app.py:1", "app.py:2", "memory/src/app.py:2")) {
                var options = ShipOptions.PLAIN.allowing(Set.of(AllowedSecret.parse(place)));
                assertThatThrownBy(() -> port.ship(disk, port.path("out.wbundle"), options))
                        .isInstanceOf(Failure.Refused.class);
                assertThat(Files.exists(port.path("out.wbundle"))).as(place).isFalse();
            }
        }

        @Test
        void travelsUnseenWhenNobodyLooksAndTheManifestSaysSo() throws Exception {
            var port = Port.at(folder);
            var shipped =
                    port.ship(
                            disk(port, Form.FILE),
                            port.path("out.wbundle"),
                            ShipOptions.PLAIN.unscanned());
            assertThat(shipped.manifest().secretScan()).isEqualTo(SecretScan.SKIPPED);
        }

        @Test
        void isFoundInAFileThatDoesNotFitIntoMemory() throws Exception {
            var port = Port.at(folder);
            var disk = port.create("d", Form.TREE);
            byte[] large = new byte[18 << 20];
            Arrays.fill(large, (byte) '\n');
            byte[] secret = bytes(SECRETS.get(4));
            System.arraycopy(secret, 0, large, 17 << 20, secret.length);
            Files.write(disk.resolve("workspace/big.log"), large);
            var refused =
                    catchThrowableOfType(
                            Failure.Refused.class, () -> port.ship(disk, port.path("out.wbundle")));
            assertThat(refused.what()).contains("workspace/big.log:" + ((17 << 20) + 1));
        }
    }
}
