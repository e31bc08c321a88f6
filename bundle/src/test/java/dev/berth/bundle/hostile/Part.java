package dev.berth.bundle.hostile;

import dev.berth.bundle.zip.Member;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.durable.ContentHash;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/// One entry of a forged bundle: honest unless told otherwise.
final class Part {
    static final int FILE = 33188;
    static final int LINK = 40960;
    static final int FOLDER = 16384;

    final String volume;
    final String path;
    final long mode;
    final byte[] content;
    String listedSize;
    String hash;
    String zipName;
    int zipMode;
    byte[] packed;
    Method method = Method.STORED;
    int crc;
    long zipSize;
    UnaryOperator<byte[]> local = header -> header;
    UnaryOperator<byte[]> central = header -> header;
    UnaryOperator<String> line = text -> text;
    boolean inZip = true;
    boolean inList = true;
    long shift;

    Part(String volume, String path, long mode, byte[] content) {
        this.volume = volume;
        this.path = path;
        this.mode = mode;
        this.content = content;
        listedSize = String.valueOf(content.length);
        hash = ContentHash.of(content).hex();
        zipName = volume + path + (mode == FOLDER ? "/" : "");
        zipMode = mode == LINK ? 0120777 : mode == FOLDER ? 040755 : 0100644;
        packed = content;
        var sum = new CRC32();
        sum.update(content);
        crc = (int) sum.getValue();
        zipSize = content.length;
    }

    static Part file(String path, String text) {
        return new Part("workspace", path, FILE, text.getBytes(StandardCharsets.UTF_8));
    }

    static Part link(String path, String target) {
        return new Part("workspace", path, LINK, target.getBytes(StandardCharsets.UTF_8));
    }

    static Part folder(String path) {
        return new Part("workspace", path, FOLDER, new byte[0]);
    }

    String text() {
        String quoted = path.replace("\\", "\\\\").replace("\"", "\\\"");
        return line.apply(
                ("{\"path\":\"%s\",\"volume\":\"%s\",\"mode\":%d,\"size\":%s,"
                                + "\"mtime_ns\":1700000000000000000,\"sha256\":\"%s\"}\n")
                        .formatted(quoted, volume, mode, listedSize, hash));
    }

    Member member(long offset) {
        return new Member(zipName, zipMode, method, crc, packed.length, zipSize, offset);
    }
}
