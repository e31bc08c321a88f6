package dev.berth.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

class BundleCommandsTest {
    @TempDir private Path folder;

    private Typed type(String... words) {
        return Typed.in(folder, Map.of("BERTH_HOME", folder.resolve("home").toString()), words);
    }

    private void put(String text, String path, String volume) {
        var typed =
                Typed.with(
                        text.getBytes(StandardCharsets.UTF_8),
                        folder,
                        Map.of("BERTH_HOME", folder.resolve("home").toString()),
                        "disk",
                        "put",
                        "d.sqlite",
                        path,
                        "-",
                        "--volume",
                        volume);
        assertThat(typed.code()).isZero();
    }

    @BeforeEach
    void create() {
        assertThat(type("disk", "create", "d.sqlite").code()).isZero();
        put("the work\n", "/report.md", "workspace");
        put("carried across the wire\n", "/learnt", "memory");
        put("scratch\n", "/half", "tmp");
    }

    @Test
    void whatWasLearntStaysHomeAndTwoFieldsSaySo() throws Exception {
        var shipped = type("ship", "d.sqlite", "out.wbundle", "--json");
        assertThat(shipped.code()).as(shipped.err()).isZero();
        assertThat(field(shipped, "volumes")).isEqualTo("[\"workspace\"]");
        assertThat(field(shipped, "private_included")).isEqualTo("false");
        assertThat(type("receive", "out.wbundle", "back").code()).isZero();
        assertThat(type("disk", "get", "back", "/report.md").out()).isEqualTo("the work\n");
        assertThat(type("disk", "get", "back", "/learnt", "--volume", "memory").code())
                .isEqualTo(10);
        assertThat(type("receive", "out.wbundle", "back.sqlite").code()).isZero();
        assertThat(type("disk", "get", "back.sqlite", "/learnt", "--volume", "memory").code())
                .isEqualTo(10);
    }

    @Test
    void whatWasLearntTravelsWhenAskedForAndTwoFieldsSaySo() throws Exception {
        var shipped = type("ship", "d.sqlite", "out.wbundle", "--include-private", "--json");
        assertThat(field(shipped, "volumes")).isEqualTo("[\"workspace\",\"memory\",\"tmp\"]");
        assertThat(field(shipped, "private_included")).isEqualTo("true");
        var received = type("receive", "out.wbundle", "back", "--json");
        assertThat(field(received, "private_included")).isEqualTo("true");
        assertThat(type("disk", "get", "back", "/learnt", "--volume", "memory").out())
                .isEqualTo("carried across the wire\n");
    }

    @Test
    void aDryRunListsWhatTravelsAndWhatStaysAndWritesNothing() throws Exception {
        put("ref", "/.git/HEAD", "workspace");
        var dry = type("ship", "d.sqlite", "--dry-run");
        assertThat(dry.out().lines().map(line -> line.replaceAll(" +", " ").strip()))
                .contains(
                        "workspace 1 9 B travels",
                        "memory 1 24 B stays home",
                        "tmp 1 8 B stays home",
                        "git repositories 1 3 B stays home (--with-git)");
        var json = type("ship", "d.sqlite", "out.wbundle", "--dry-run", "--json");
        assertThat(field(json, "withheld"))
                .isEqualTo(
                        "{\"memory\":{\"files\":1,\"bytes\":24},\"tmp\":{\"files\":1,\"bytes\":8}}");
        assertThat(folder.resolve("out.wbundle")).doesNotExist();
        assertThat(type("ship", "d.sqlite", "out.wbundle").out()).contains("stays home");
        assertThat(type("ship", "d.sqlite").code()).isEqualTo(2);
    }

    @Test
    void aSecretStopsTheShip() {
        String secret = "AKIA" + "IOSFODNN7EXAMPLE";
        put("a = 1\nkey = " + secret + "\n", "/app.py", "workspace");
        var refused = type("ship", "d.sqlite", "out.wbundle", "--json");
        assertThat(refused.code()).isEqualTo(14);
        assertThat(refused.out() + refused.err())
                .contains("app.py:2")
                .doesNotContain(secret.substring(4));
        assertThat(
                        type(
                                        "ship",
                                        "d.sqlite",
                                        "a.wbundle",
                                        "--allow-secret",
                                        "app.py:2",
                                        "--allow-secret",
                                        "x:1")
                                .code())
                .isZero();
        assertThat(type("bundle", "inspect", "a.wbundle", "--json").out())
                .contains("\"secret_scan\":\"allowed\"");
        assertThat(type("ship", "d.sqlite", "b.wbundle", "--no-scan").code()).isZero();
        assertThat(type("bundle", "inspect", "b.wbundle", "--json").out())
                .contains("\"secret_scan\":\"skipped\"");
        assertThat(type("ship", "d.sqlite", "c.wbundle", "--allow-secret", "app.py").code())
                .isEqualTo(2);
    }

    @Test
    void aDryRunKnowsWhatWasAllowed() {
        put("x\nkey = ghp" + "_" + "aB3".repeat(12) + "\n", "/app.py", "workspace");
        var open = type("ship", "d.sqlite", "--dry-run", "--allow-secret", "app.py:7");
        assertThat(open.out()).contains("looks like a secret: workspace/app.py:2", "be refused");
        assertThat(open.err()).contains("--allow-secret app.py:7 matched nothing");
        var allowed = type("ship", "d.sqlite", "--dry-run", "--allow-secret", "app.py:2");
        assertThat(allowed.out())
                .contains("allowed, though it looks like a secret: workspace/app.py:2")
                .doesNotContain("be refused");
        assertThat(allowed.err()).isEmpty();
    }

    @Test
    void anAllowedPlaceThatMatchesNothingIsSaid() {
        var clean = type("ship", "d.sqlite", "a.wbundle", "--allow-secret", "report.md:1");
        assertThat(clean.code()).isZero();
        assertThat(clean.err()).contains("--allow-secret report.md:1 matched nothing");
        put("key = ghp" + "_" + "aB3".repeat(12) + "\n", "/app.py", "workspace");
        var refused = type("ship", "d.sqlite", "b.wbundle", "--allow-secret", "app.py:2");
        assertThat(refused.code()).isEqualTo(14);
        assertThat(refused.err()).contains("nothing was found at app.py:2");
    }

    @Test
    void whatIsMistypedIsNamedForWhatItIs() {
        var tenant = type("bundle", "key", "--tenant", "../evil");
        assertThat(tenant.code()).isEqualTo(2);
        assertThat(tenant.err()).contains("'../evil' is not the name of a tenant");
        var nobody = type("ship", "d.sqlite", "a.wbundle", "--sign", "--tenant", "nobody");
        assertThat(nobody.code()).isEqualTo(18);
        assertThat(nobody.err()).contains("`berth bundle key --tenant nobody`");
        assertThat(type("ship", "d.sqlite", "a.wbundle", "--sign").err())
                .contains("`berth bundle key`");
        assertThat(type("ship", "d.sqlite", "a.wbundle").out()).contains("; no secrets found");
        var garbage = type("bundle", "verify", "a.wbundle", "--signer", "garbage");
        assertThat(garbage.code()).isEqualTo(2);
        assertThat(garbage.err()).contains("'garbage' is neither the id of a key nor a public key");
    }

    @Test
    void aReceiverIsToldWhatIsOnlyTheSendersWord() {
        put("x", "/a\u2028b", "workspace");
        assertThat(type("ship", "d.sqlite", "a.wbundle").code()).isZero();
        String claim = "the sender says: no secrets found";
        assertThat(type("bundle", "verify", "a.wbundle").out()).contains(claim);
        assertThat(type("receive", "a.wbundle", "back").out()).contains(claim);
        assertThat(type("bundle", "inspect", "a.wbundle", "--files").out())
                .contains(claim, "workspace/a\\u2028b")
                .doesNotContain("\u2028");
    }

    @Test
    void aSignatureIsPinned() throws Exception {
        assertThat(type("ship", "d.sqlite", "out.wbundle", "--sign").code()).isEqualTo(18);
        var key = type("bundle", "key", "--json");
        String id = field(key, "key_id").replace("\"", "");
        assertThat(type("bundle", "key").out()).contains(id);
        assertThat(type("bundle", "key", "--tenant", "acme").out()).doesNotContain(id);
        assertThat(type("ship", "d.sqlite", "out.wbundle", "--sign").out()).contains(id);
        assertThat(type("bundle", "verify", "out.wbundle", "--signer", id).code()).isZero();
        assertThat(type("receive", "out.wbundle", "back", "--signer", id).out())
                .contains("as expected");
        String other = field(type("bundle", "key", "--tenant", "acme", "--json"), "public_key");
        assertThat(
                        type("bundle", "verify", "out.wbundle", "--signer", other.replace("\"", ""))
                                .code())
                .isEqualTo(18);
        assertThat(type("bundle", "verify", "out.wbundle", "--signer", "nobody").code())
                .isNotZero();
    }

    @Test
    void damageAndMischiefHaveTheirCodes() throws Exception {
        assertThat(type("ship", "d.sqlite", "out.wbundle").code()).isZero();
        assertThat(type("ship", "d.sqlite", "out.wbundle").code()).isEqualTo(13);
        assertThat(type("ship", "none", "x.wbundle").code()).isEqualTo(10);
        assertThat(type("receive", "none", "x").code()).isEqualTo(10);
        byte[] bytes = Files.readAllBytes(folder.resolve("out.wbundle"));
        Files.write(folder.resolve("cut.wbundle"), Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(type("receive", "cut.wbundle", "x").code()).isEqualTo(12);
        assertThat(type("bundle", "verify", "cut.wbundle").code()).isEqualTo(12);
        assertThat(folder.resolve("x")).doesNotExist();
        var files = type("bundle", "inspect", "out.wbundle", "--files");
        assertThat(files.out()).contains("workspace/report.md", "nothing private", "not signed");
        assertThat(type("bundle", "verify", "out.wbundle").out().lines())
                .as("three things to read, a line each")
                .satisfiesExactly(
                        first -> assertThat(first).contains("is whole"),
                        second -> assertThat(second).contains("nothing private"),
                        third -> assertThat(third).contains("signed"));
    }

    private static String field(Typed typed, String name) throws Exception {
        Json value = typed.json().fields().get(name);
        assertThat(value).as(name + " in " + typed.out()).isNotNull();
        return value == null ? "" : value.compact();
    }
}
