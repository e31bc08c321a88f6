package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.bundle.receive.Receive;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.zip.Ending;
import dev.berth.bundle.zip.Member;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.disk.Volume;
import dev.berth.durable.ContentHash;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

@DisplayName("A bundle beyond the numbers of the plain zip format")
class Zip64Test {
    private static final long BEYOND = (4L << 30) + 5;

    @TempDir(factory = Ram.class)
    Path folder;

    @Test
    void holdsMoreEntriesThanThatCanCountInLittleMemory() throws Exception {
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyEntriesVoyage.class.getName(),
                        folder.toString());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        assertThat(out).isEqualTo("the same\n");
        Tool.require("unzip", "python3");
        Tool.shell(folder, Map.of(), "unzip -tqq many.wbundle");
        String counted =
                Tool.shell(
                        folder,
                        Map.of(),
                        "python3 -c 'import zipfile; z = zipfile.ZipFile(\"many.wbundle\");"
                                + " print(len(z.namelist()), z.testzip())'");
        assertThat(counted).isEqualTo((ManyEntriesVoyage.COUNT + 2) + " None\n");
    }

    /// The large file is a hole, which costs nothing; so its bytes are not looked at here.
    @Test
    void isReadByOthersAsByOurselves() throws Exception {
        Tool.require("unzip", "python3");
        var port = Port.at(folder);
        writeWithHole(port.path("hole.wbundle"));
        var seen = new ArrayList<String>();
        try (var lanes = Lanes.inline()) {
            var receive = new Receive(port.files(), port.disks(), lanes, BundleLimits.USUAL);
            receive.inspect(
                    port.path("hole.wbundle"),
                    Terms.USUAL,
                    file -> seen.add(file.entry().path() + " " + file.entry().size()));
        }
        assertThat(seen).containsExactly("/big " + BEYOND, "/small 5");
        assertThat(Tool.shell(folder, Map.of(), "unzip -p hole.wbundle workspace/small"))
                .isEqualTo("small");
        String script =
                """
                import zipfile
                z = zipfile.ZipFile("hole.wbundle")
                big = z.getinfo("workspace/big")
                print(big.file_size, big.compress_size, z.read("workspace/small"))
                print(z.getinfo("workspace/small").header_offset > 1 << 32)
                """;
        assertThat(Tool.shell(folder, Map.of(), "python3 - <<'E'\n" + script + "E\n"))
                .isEqualTo("%d %d b'small'\nTrue\n".formatted(BEYOND, BEYOND));
    }

    private static void writeWithHole(Path path) throws Exception {
        byte[] small = "small".getBytes(UTF_8);
        String list = line("big", BEYOND, new byte[0]) + line("small", small.length, small);
        byte[] files = list.getBytes(UTF_8);
        var manifest =
                new Manifest(
                        false,
                        false,
                        1,
                        ContentHash.of(files),
                        2,
                        BEYOND + small.length,
                        SecretScan.CLEAN,
                        "test",
                        Optional.empty());
        byte[] first = ManifestText.bytes(manifest);
        try (var out =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            var members = new ArrayList<Member>();
            long at = put(out, members, Documents.MANIFEST, Documents.MODE, first, first.length, 0);
            at = put(out, members, Documents.FILES, Documents.MODE, files, files.length, at);
            at = put(out, members, "workspace/big", 0100644, new byte[0], BEYOND, at);
            at = put(out, members, "workspace/small", 0100644, small, small.length, at);
            long directory = at;
            for (var member : members) at += write(out, member.central(), at);
            write(out, new Ending(members.size(), at - directory, directory).bytes(), at);
        }
    }

    private static String line(String name, long size, byte[] content) {
        return "{\"path\":\"/%s\",\"volume\":\"%s\",\"mode\":33188,\"size\":%d,\"mtime_ns\":%d"
                        .formatted(name, Volume.WORKSPACE.label(), size, 1_000_000_000)
                + ",\"sha256\":\"%s\"}\n".formatted(ContentHash.of(content).hex());
    }

    private static long put(
            FileChannel out,
            List<Member> members,
            String name,
            int mode,
            byte[] content,
            long size,
            long at)
            throws Exception {
        var crc = new CRC32();
        crc.update(content);
        var member = new Member(name, mode, Method.STORED, (int) crc.getValue(), size, size, at);
        members.add(member);
        long from = at + write(out, member.local(), at);
        write(out, content, from);
        return from + size;
    }

    private static int write(FileChannel out, byte[] bytes, long at) throws Exception {
        return out.write(ByteBuffer.wrap(bytes), at);
    }
}
