package dev.berth.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.snapshot.Findings;
import dev.berth.depot.snapshot.Wish;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

@DisplayName("What is kept of a tree")
class FidelityTest {
    private final FileLayer files = SystemFiles.here();
    @TempDir Path scratch;
    private Path tree;
    private Folder root;
    private DepotFixture depot;

    @BeforeEach
    void make() throws Exception {
        tree = Files.createDirectory(scratch.resolve("tree"));
        root = files.open(tree);
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
    }

    @AfterEach
    void close() {
        root.close();
        depot.close();
    }

    @Test
    void areNamesOfAnyBytes() throws Exception {
        var random = new SplittableRandom(11);
        for (int i = 0; i < 40; i++) {
            byte[] bytes = new byte[1 + random.nextInt(200)];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j++) {
                if (bytes[j] == 0 || bytes[j] == '/') bytes[j] = (byte) 0xff;
            }
            write(Name.parse(bytes).orElseThrow(), ("file " + i).getBytes(StandardCharsets.UTF_8));
        }
        bothAlike(back());
    }

    @Test
    void areTimesToTheNanosecondAndBeforeTheEpoch() throws Exception {
        write(Name.of("old"), new byte[3]);
        root.setModified(Name.of("old"), -1_000_000_000L, 123_456_789);
        write(Name.of("exact"), new byte[3]);
        root.setModified(Name.of("exact"), 1_700_000_000L, 1);
        root.makeFolder(Name.of("folder"), 0751);
        root.setModified(Name.of("folder"), 1_600_000_000L, 999_999_999);
        bothAlike(back());
    }

    @Test
    void areAllModeBits() throws Exception {
        int[] modes = {0, 0400, 0644, 0777, 04755, 02755, 01777, 07777};
        for (int mode : modes) {
            var name = Name.of("mode-" + Integer.toOctalString(mode));
            write(name, new byte[1]);
            root.setMode(name, mode);
            root.makeFolder(Name.of("folder-" + Integer.toOctalString(mode)), mode);
        }
        Need.root("read files of mode 0");
        bothAlike(back());
    }

    @Test
    void areOwnersWhereTheyMayBeGiven() throws Exception {
        Need.root("give files away");
        write(Name.of("theirs"), new byte[1]);
        root.setOwner(Name.of("theirs"), 1234, 4321);
        root.symlink(Name.of("link"), Name.Target.of("theirs"));
        root.setOwner(Name.of("link"), 77, 78);
        root.makeFolder(Name.of("folder"), 0700);
        root.setOwner(Name.of("folder"), 5, 6);
        write(Name.of("suid"), new byte[1]);
        root.setOwner(Name.of("suid"), 9, 9);
        root.setMode(Name.of("suid"), 06755);
        bothAlike(back());
    }

    @Test
    void areHoles() throws Exception {
        try (var file = root.create(Name.of("sparse"), 0600)) {
            file.writeFully(MemorySegment.ofArray(new byte[] {1, 2, 3}), 10 << 20);
            file.writeFully(MemorySegment.ofArray(new byte[] {4, 5, 6}), 40 << 20);
            file.truncate(64 << 20);
        }
        try (var file = root.create(Name.of("hole"), 0600)) {
            file.truncate(1 << 30);
        }
        Path back = back();
        bothAlike(back);
        try (var folder = files.open(back)) {
            var sparse = folder.stat(Name.of("sparse")).orElseThrow();
            assertThat(sparse.size()).isEqualTo(64 << 20);
            assertThat(sparse.blocks() * 512).isLessThan(1 << 20);
            assertThat(folder.stat(Name.of("hole")).orElseThrow().blocks()).isLessThan(64);
        }
        assertThat(Files.mismatch(tree.resolve("sparse"), back.resolve("sparse"))).isEqualTo(-1);
    }

    @Test
    void areHardLinksAsFilesCounted() throws Exception {
        write(Name.of("one"), new byte[10]);
        root.link(Name.of("one"), root, Name.of("two"));
        var outcome = depot.snapshot(tree);
        assertThat(outcome.hardLinks()).isEqualTo(2);
        assertThat(outcome.checkpoint().files()).isEqualTo(2);
    }

    @Test
    void areSpecialFilesByNameOnly() throws Exception {
        new ProcessBuilder("mkfifo", tree.resolve("pipe").toString()).start().waitFor();
        var outcome = depot.snapshot(tree);
        assertThat(outcome.skipped()).extracting(s -> s.path()).containsExactly("pipe");
        assertThat(outcome.checkpoint().skipped()).isEqualTo(1);
    }

    @Test
    void areSocketsByNameOnly() throws Exception {
        var address = UnixDomainSocketAddress.of(tree.resolve("socket"));
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            write(Name.of("file"), new byte[3]);
            var outcome = depot.snapshot(tree);
            assertThat(outcome.skipped())
                    .containsExactly(new Findings.Skipped("socket", "a socket"));
            assertThat(outcome.checkpoint().files()).isEqualTo(1);
        }
    }

    @Test
    void areDevicesByNameOnly() throws Exception {
        // Of all devices only this one, which every machine has.
        var outcome =
                depot.snapshot(
                        Path.of("/dev"),
                        DepotFixture.SESSION,
                        session -> Wish.of(session).excluding(List.of("/*", "!/null")));
        assertThat(outcome.skipped()).containsExactly(new Findings.Skipped("null", "a device"));
        assertThat(outcome.checkpoint().files()).isZero();
    }

    @Test
    void areFoldersDeeperThanPathsMayBe() throws Exception {
        Folder at = root;
        for (int i = 0; i < 300; i++) {
            at.makeFolder(Name.of("a-folder-with-a-longer-name"), 0700);
            at = at.folder(Name.of("a-folder-with-a-longer-name"));
        }
        try (var file = at.create(Name.of("bottom"), 0600)) {
            file.writeFully(MemorySegment.ofArray(new byte[] {42}), 0);
        }
        var outcome = depot.snapshot(tree);
        assertThat(outcome.checkpoint().files()).isEqualTo(1);
        assertThat(outcome.checkpoint().trees().getFirst().folders()).isEqualTo(300);
        var receipt = depot.restore(outcome.checkpoint(), scratch.resolve("back"));
        assertThat(receipt.isWhole()).isTrue();
        new ProcessBuilder(
                        "rm",
                        "-rf",
                        tree.resolve("a-folder-with-a-longer-name").toString(),
                        scratch.resolve("back").toString())
                .start()
                .waitFor();
    }

    private Path back() throws Exception {
        Path back = scratch.resolve("back");
        var receipt = depot.restore(depot.snapshot(tree).checkpoint(), back);
        assertThat(receipt.isWhole()).isTrue();
        return back;
    }

    private void bothAlike(Path back) throws Exception {
        try (var other = files.open(back)) {
            assertThat(facts(other)).isEqualTo(facts(root));
        }
    }

    private static Map<String, String> facts(Folder folder) throws Exception {
        var facts = new TreeMap<String, String>();
        for (var each : folder.scan()) {
            var s = each.stat();
            facts.put(
                    each.name().toString(),
                    "%s %o %d:%d %d %d.%09d"
                            .formatted(
                                    s.kind(),
                                    s.mode(),
                                    s.uid(),
                                    s.gid(),
                                    s.isFolder() ? 0 : s.size(),
                                    s.modifiedSeconds(),
                                    s.modifiedNanos()));
        }
        return facts;
    }

    private void write(Name name, byte[] bytes) throws Exception {
        try (var file = root.create(name, 0640)) {
            file.writeFully(MemorySegment.ofArray(bytes), 0);
        }
    }
}
