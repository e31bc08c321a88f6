package dev.berth.bundle.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.berth.bundle.Port;
import dev.berth.bundle.Ram;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.zip.Ending;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

@DisplayName("A hostile bundle")
class HostileBundlesTest {
    private static final int LEAST_KINDS = 60;

    @TempDir(factory = Ram.class)
    Path folder;

    private Port port;

    @BeforeEach
    void surround() throws IOException {
        port = Port.at(folder.resolve("a/b"));
        // Whatever climbs out of the destination meets one of these.
        Files.createDirectories(port.path("memory"));
        for (String marker : new String[] {"x", "a.txt", "../x", "../../x", "memory/x", "evil"}) {
            Files.writeString(port.path(marker).normalize(), "marker");
        }
    }

    @Test
    void isRefusedWhateverItIs() throws Exception {
        var kinds = new TreeMap<String, Integer>();
        var answers = new TreeMap<String, Integer>();
        for (var attack : Attacks.all()) {
            kinds.merge(attack.kind(), 1, Integer::sum);
            Files.write(port.path("in.wbundle"), attack.making().make());
            String before = around();
            answers.merge(refused(attack, "tree"), 1, Integer::sum);
            refused(attack, "file.sqlite");
            var verified = catchThrowable(() -> port.verify(port.path("in.wbundle"), Terms.USUAL));
            assertThat(verified).as(attack.toString()).isInstanceOf(Failure.class);
            assertThat(around()).as("what lies around: " + attack).isEqualTo(before);
        }
        System.out.printf(
                "%d kinds of attack, %d bundles: %s%n",
                kinds.size(), kinds.values().stream().mapToInt(n -> n).sum(), answers);
        assertThat(kinds.keySet()).hasSizeGreaterThanOrEqualTo(LEAST_KINDS);
    }

    private String refused(Attack attack, String target) {
        var thrown = catchThrowable(() -> port.receive(port.path("in.wbundle"), port.path(target)));
        assertThat(thrown).as(attack + " into " + target).isInstanceOf(Failure.class);
        var failure = (Failure) thrown;
        assertThat(failure.type())
                .as(attack + ": " + failure.what())
                .isIn("refused", "damaged", "malformed", "wrong-key");
        assertThat(failure.what().codePoints().noneMatch(Character::isISOControl))
                .as(attack + ": fit for a terminal: " + failure.what())
                .isTrue();
        assertThat(Files.exists(port.path(target), LinkOption.NOFOLLOW_LINKS))
                .as(attack.toString())
                .isFalse();
        return failure.type();
    }

    /// Everything below the folder but the bundle itself, as one hash.
    private String around() throws IOException {
        try (var all = Files.walk(folder)) {
            var seen = new StringBuilder();
            for (var path : all.sorted().collect(Collectors.toList())) {
                seen.append(folder.relativize(path)).append('\n');
                if (Files.isRegularFile(path)) {
                    seen.append(ContentHash.of(Files.readAllBytes(path))).append('\n');
                }
            }
            return seen.toString();
        }
    }

    @Test
    void isRefusedInLittleMemory() throws Exception {
        Files.write(port.path("millions"), millions());
        var line = Forge.honest();
        line.lines = text -> "x".repeat(40 << 20) + text;
        Files.write(port.path("line"), line.build());
        var many = Forge.honest();
        for (int i = 0; i < 60_000; i++) many.add(Part.file("/many/f" + i, ""));
        many.add(Part.file("/zzz\\", "x"));
        Files.write(port.path("many"), many.build());
        var bomb = Forge.honest();
        SizeAttacks.bomb(bomb, 200 << 20, 250 << 20);
        Files.write(port.path("bomb"), bomb.build());
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx48m",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BoundedChild.class.getName(),
                        port.folder().toString(),
                        "millions",
                        "line",
                        "many",
                        "bomb");
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(out).isEqualTo("refused\n".repeat(4));
        assertThat(process.waitFor()).isZero();
    }

    /// Two million entries, really in the directory.
    private static byte[] millions() {
        var member = Part.file("/x", "").member(0).central();
        int count = 2_000_000;
        byte[] all = new byte[count * member.length];
        for (int i = 0; i < count; i++)
            System.arraycopy(member, 0, all, i * member.length, member.length);
        return ZipAttacks.join(all, new Ending(count, all.length, 0).bytes());
    }

    @Test
    void differsFromAnHonestOneByItsAttackAlone() throws Exception {
        Files.write(port.path("in.wbundle"), Forge.honest().build());
        port.receive(port.path("in.wbundle"), port.path("tree"));
        assertThat(port.path("tree/workspace/dir/b.txt")).hasContent("more");
        assertThat(port.path("tree/workspace/zlink")).isSymbolicLink();
        port.receive(port.path("in.wbundle"), port.path("file.sqlite"));
    }

    @Test
    void signedHonestlyIsTaken() throws Exception {
        var forge = Forge.honest();
        forge.key = Optional.of(SignatureAttacks.KEY);
        Files.write(port.path("in.wbundle"), forge.build());
        var received = port.receive(port.path("in.wbundle"), port.path("tree"));
        assertThat(received.signer()).contains(SignatureAttacks.KEY.verifyKey());
    }
}
