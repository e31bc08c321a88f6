package dev.berth.server.files;

import dev.berth.bundle.zip.Ending;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.session.files.FileContent;
import dev.berth.session.files.FileEntry;
import dev.berth.session.files.FilePath;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// A zip that is written in one go: what is known of a file only at its end stands behind it. It
/// keeps links and who may execute what, which `java.util.zip` cannot; numbers over 32 bits go into
/// Zip64 fields.
final class ZipPacking implements Packing {
    private static final int LOCAL = 0x04034b50;
    private static final int BEHIND = 0x08074b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int UNIX = 3 << 8;
    private static final int VERSION = 45;
    // Sizes stand behind the bytes, names are UTF-8.
    private static final int FLAGS = 0x0808;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    private static final long FULL = 0xffff_ffffL;
    // Packed bytes may be some more than plain ones.
    private static final long LARGE = 0xf000_0000L;
    private static final int FOLDER = 0040755;
    private static final int LINK = 0120777;
    private static final int DOS_FOLDER = 0x10;

    private final Answer.Out out;
    private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
    private final byte[] packed = new byte[1 << 16];
    private long position;
    private long count;

    ZipPacking(Answer.Out out) {
        this.out = out;
    }

    /// One entry: what both of its headers say.
    private record Member(
            String title, int mode, int method, int time, long offset, boolean large) {
        byte[] local() {
            var bytes = buffer(30 + name().length + (large ? 20 : 0)).putInt(LOCAL);
            common(bytes).putInt(0);
            bytes.putInt(large ? -1 : 0).putInt(large ? -1 : 0);
            bytes.putShort((short) name().length).putShort((short) (large ? 20 : 0)).put(name());
            if (large) bytes.putShort((short) 1).putShort((short) 16).putLong(0).putLong(0);
            return taken(bytes);
        }

        private ByteBuffer common(ByteBuffer bytes) {
            return bytes.putShort((short) VERSION)
                    .putShort((short) FLAGS)
                    .putShort((short) method)
                    .putInt(time);
        }

        byte[] behind(int crc, long packed, long size) {
            var bytes = buffer(large ? 24 : 16).putInt(BEHIND).putInt(crc);
            if (large) bytes.putLong(packed).putLong(size);
            else bytes.putInt((int) packed).putInt((int) size);
            return taken(bytes);
        }

        byte[] central(int crc, long packed, long size) {
            int numbers = (large ? 16 : 0) + (offset >= FULL ? 8 : 0);
            int extra = numbers > 0 ? 4 + numbers : 0;
            var bytes = buffer(46 + name().length + extra).putInt(CENTRAL);
            common(bytes.putShort((short) (UNIX | VERSION))).putInt(crc);
            bytes.putInt(large ? -1 : (int) packed).putInt(large ? -1 : (int) size);
            bytes.putShort((short) name().length).putShort((short) extra);
            bytes.putShort((short) 0).putShort((short) 0).putShort((short) 0);
            bytes.putInt(mode << 16 | (mode == FOLDER ? DOS_FOLDER : 0));
            bytes.putInt((int) Math.min(offset, FULL)).put(name());
            if (numbers > 0) bytes.putShort((short) 1).putShort((short) numbers);
            if (large) bytes.putLong(size).putLong(packed);
            if (offset >= FULL) bytes.putLong(offset);
            return taken(bytes);
        }

        private byte[] name() {
            return title.getBytes(StandardCharsets.UTF_8);
        }

        private static byte[] taken(ByteBuffer bytes) {
            byte[] all = new byte[bytes.capacity()];
            bytes.get(0, all);
            return all;
        }

        private static ByteBuffer buffer(int size) {
            return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    @Override
    public void folder(FilePath path, FileEntry entry) throws Failure {
        small(path.text() + "/", FOLDER, entry, new byte[0]);
    }

    @Override
    public void link(FilePath path, FileEntry entry) throws Failure {
        small(path.text(), LINK, entry, entry.target().orElseThrow().bytes());
    }

    private void small(String name, int mode, FileEntry entry, byte[] content) throws Failure {
        var member = begin(name, mode, STORED, entry, false);
        send(content, content.length);
        var crc = new CRC32();
        crc.update(content);
        end(member, (int) crc.getValue(), content.length, content.length);
    }

    @Override
    public void file(FilePath path, FileContent content) throws Failure {
        int mode = content.entry().executable() ? 0100755 : 0100644;
        boolean large = content.size() >= LARGE;
        var member = begin(path.text(), mode, DEFLATED, content.entry(), large);
        var crc = new CRC32();
        var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            content.copy(
                    0,
                    content.size(),
                    (bytes, offset, length) -> {
                        crc.update(bytes, offset, length);
                        deflater.setInput(bytes, offset, length);
                        while (!deflater.needsInput()) drain(deflater);
                    });
            deflater.finish();
            while (!deflater.finished()) drain(deflater);
            end(member, (int) crc.getValue(), deflater.getBytesWritten(), deflater.getBytesRead());
        } finally {
            deflater.end();
        }
    }

    private void drain(Deflater deflater) throws Failure {
        send(packed, deflater.deflate(packed));
    }

    private Member begin(String name, int mode, int method, FileEntry entry, boolean large)
            throws Failure {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        if (text.length > 0xffff) {
            throw new Failure.Refused(
                    "a path is longer than a zip can say", "ask for archive=tar instead");
        }
        var member = new Member(name, mode, method, time(entry), position, large);
        byte[] header = member.local();
        send(header, header.length);
        return member;
    }

    private void end(Member member, int crc, long packedBytes, long size) throws Failure {
        byte[] behind = member.behind(crc, packedBytes, size);
        send(behind, behind.length);
        directory.writeBytes(member.central(crc, packedBytes, size));
        count++;
    }

    private void send(byte[] bytes, int length) throws Failure {
        if (length == 0) return;
        out.write(bytes, 0, length);
        position += length;
    }

    @Override
    public void finish() throws Failure {
        var ending = new Ending(count, directory.size(), position);
        out.write(directory.toByteArray());
        out.write(ending.bytes());
    }

    /// The format knows the years 1980 to 2107, in steps of two seconds.
    private static int time(FileEntry entry) {
        var at = LocalDateTime.ofInstant(entry.modified(), ZoneOffset.UTC);
        if (at.getYear() < 1980) return 1 << 21 | 1 << 16;
        if (at.getYear() > 2107) return 127 << 25 | 12 << 21 | 31 << 16;
        return (at.getYear() - 1980) << 25
                | at.getMonthValue() << 21
                | at.getDayOfMonth() << 16
                | at.getHour() << 11
                | at.getMinute() << 5
                | at.getSecond() / 2;
    }
}
