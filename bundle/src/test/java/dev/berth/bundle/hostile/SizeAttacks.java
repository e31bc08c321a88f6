package dev.berth.bundle.hostile;

import dev.berth.bundle.zip.Member.Method;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Sizes that lie, and bombs.
final class SizeAttacks {
    private SizeAttacks() {}

    static void list(Attacks to) {
        for (int size : new int[] {0, 1, 4, 6, 1000, Integer.MAX_VALUE}) {
            to.add(
                    "list says another size",
                    "" + size,
                    forge -> forge.part(0).listedSize = "" + size);
            to.add("zip says another size", "" + size, forge -> forge.part(0).zipSize = size);
            to.add(
                    "list and zip say another size",
                    "" + size,
                    forge -> {
                        forge.part(0).listedSize = "" + size;
                        forge.part(0).zipSize = size;
                    });
        }
        for (String size : new String[] {"-1", "9223372036854775808", "1e3", "05", "0x5", "5.0"}) {
            to.add("size that is no size", size, forge -> forge.part(0).listedSize = size);
        }
        for (long size : new long[] {1L << 32, 1L << 40, Long.MAX_VALUE}) {
            to.add(
                    "size beyond all limits",
                    "" + size,
                    forge -> {
                        forge.part(0).listedSize = "" + size;
                        forge.part(0).zipSize = size;
                    });
        }
        for (int claimed : new int[] {1, 1000, 1 << 20, (8 << 20) - 1, (8 << 20) + 1}) {
            to.add("bomb that claims less or more", "" + claimed, forge -> bomb(forge, claimed));
        }
        for (int claimed : new int[] {17 << 20, (40 << 20) - 1, (40 << 20) + 1}) {
            to.add(
                    "large bomb that claims less or more",
                    "" + claimed,
                    forge -> bomb(forge, 40 << 20, claimed));
        }
        to.add(
                "bomb by its ratio",
                "many files",
                forge -> {
                    byte[] zeros = new byte[16 << 20];
                    byte[] packed = deflated(zeros);
                    for (int i = 0; i < 17; i++) {
                        var part = new Part("workspace", "/bomb" + i, Part.FILE, zeros);
                        part.method = Method.DEFLATED;
                        part.packed = packed;
                        forge.add(part);
                    }
                });
        spoilt(to);
    }

    private static void spoilt(Attacks to) {
        byte[] text = "text that deflates, ".repeat(50).getBytes(StandardCharsets.UTF_8);
        to.add(
                "bytes behind the deflated ones",
                "one",
                forge ->
                        deflate(
                                forge,
                                text,
                                Arrays.copyOf(deflated(text), deflated(text).length + 1)));
        to.add(
                "deflated bytes cut short",
                "one",
                forge ->
                        deflate(
                                forge,
                                text,
                                Arrays.copyOf(deflated(text), deflated(text).length - 1)));
        to.add("deflated bytes of nonsense", "ff", forge -> deflate(forge, text, filled(0xff)));
        to.add("deflated bytes of nonsense", "00", forge -> deflate(forge, text, filled(0)));
        to.add("checksum that lies", "one", forge -> forge.part(0).crc ^= 1);
        to.add("hash that lies", "other", forge -> forge.part(0).hash = "0".repeat(64));
        to.add(
                "hash that lies",
                "of another file",
                forge -> forge.part(0).hash = forge.part(1).hash);
        to.add(
                "content that was altered",
                "same length",
                forge -> forge.part(0).packed = "hEllo".getBytes(StandardCharsets.UTF_8));
        to.add(
                "content that was altered",
                "with its checksum",
                forge -> {
                    byte[] other = "hEllo".getBytes(StandardCharsets.UTF_8);
                    var crc = new CRC32();
                    crc.update(other);
                    forge.part(0).packed = other;
                    forge.part(0).crc = (int) crc.getValue();
                });
    }

    private static byte[] filled(int value) {
        byte[] bytes = new byte[64];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static void bomb(Forge forge, int claimed) {
        bomb(forge, 8 << 20, claimed);
    }

    static void bomb(Forge forge, int real, int claimed) {
        byte[] zeros = new byte[real];
        var part = new Part("workspace", "/bomb", Part.FILE, zeros);
        part.method = Method.DEFLATED;
        part.packed = deflated(zeros);
        part.listedSize = "" + claimed;
        part.zipSize = claimed;
        forge.add(part);
    }

    private static void deflate(Forge forge, byte[] content, byte[] packed) {
        var part = new Part("workspace", "/t", Part.FILE, content);
        part.method = Method.DEFLATED;
        part.packed = packed;
        forge.add(part);
    }

    static byte[] deflated(byte[] bytes) {
        var deflater = new Deflater(9, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] out = new byte[bytes.length / 500 + 4096];
            return Arrays.copyOf(out, deflater.deflate(out));
        } finally {
            deflater.end();
        }
    }
}
