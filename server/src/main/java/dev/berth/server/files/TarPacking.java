package dev.berth.server.files;

import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.session.files.FileContent;
import dev.berth.session.files.FileEntry;
import dev.berth.session.files.FilePath;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// A tar as POSIX describes it (ustar), with extended headers where a name, a target or a size does
/// not fit the plain ones. Names are bytes and stay so.
record TarPacking(Answer.Out out) implements Packing {
    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final long LARGEST = 077777777777L;

    @Override
    public void folder(FilePath path, FileEntry entry) throws Failure {
        entry(name(path, true), '5', 0755, 0, entry, Optional.empty());
    }

    @Override
    public void link(FilePath path, FileEntry entry) throws Failure {
        entry(name(path, false), '2', 0777, 0, entry, entry.target());
    }

    @Override
    public void file(FilePath path, FileContent content) throws Failure {
        var entry = content.entry();
        int mode = entry.executable() ? 0755 : 0644;
        entry(name(path, false), '0', mode, content.size(), entry, Optional.empty());
        content.copy(0, content.size(), out::write);
        pad(content.size());
    }

    @Override
    public void finish() throws Failure {
        out.write(new byte[2 * BLOCK]);
    }

    private static byte[] name(FilePath path, boolean folder) {
        var bytes = new ByteArrayOutputStream();
        for (var name : path.names()) {
            if (bytes.size() > 0) bytes.write('/');
            bytes.writeBytes(name.bytes());
        }
        if (folder) bytes.write('/');
        return bytes.toByteArray();
    }

    private void entry(
            byte[] name,
            char type,
            int mode,
            long size,
            FileEntry entry,
            Optional<Name.Target> target)
            throws Failure {
        byte[] link = target.map(Name.Target::bytes).orElse(new byte[0]);
        var more = new ByteArrayOutputStream();
        if (!isText(name) || !isText(link)) record(more, "hdrcharset", ascii("BINARY"));
        if (!fits(name)) record(more, "path", name);
        if (!fits(link)) record(more, "linkpath", link);
        if (size > LARGEST) record(more, "size", ascii(Long.toString(size)));
        if (more.size() > 0) {
            byte[] extended = more.toByteArray();
            out.write(header(ascii("././@PaxHeader"), 'x', 0644, extended.length, 0, new byte[0]));
            out.write(extended);
            pad(extended.length);
        }
        long time = Math.max(0, entry.modified().getEpochSecond());
        out.write(header(name, type, mode, Math.min(size, LARGEST), time, link));
    }

    private static boolean isText(byte[] bytes) {
        return Arrays.equals(
                bytes, new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    }

    private static boolean fits(byte[] bytes) {
        if (bytes.length > NAME_BYTES) return false;
        for (byte b : bytes) {
            if (b < 0x20 || b == 0x7f) return false;
        }
        return true;
    }

    /// `length name=value` and a line's end; the length counts itself.
    private static void record(ByteArrayOutputStream more, String name, byte[] value) {
        int rest = name.length() + value.length + 3;
        int length = rest + Integer.toString(rest).length();
        if (Integer.toString(length).length() > Integer.toString(rest).length()) length++;
        more.writeBytes(ascii(length + " " + name + "="));
        more.writeBytes(value);
        more.write('\n');
    }

    private static byte[] header(
            byte[] name, char type, int mode, long size, long time, byte[] link) {
        byte[] block = new byte[BLOCK];
        System.arraycopy(name, 0, block, 0, Math.min(name.length, NAME_BYTES));
        octal(block, 100, 7, mode);
        octal(block, 108, 7, 0);
        octal(block, 116, 7, 0);
        octal(block, 124, 11, size);
        octal(block, 136, 11, Math.min(time, LARGEST));
        block[156] = (byte) type;
        System.arraycopy(link, 0, block, 157, Math.min(link.length, NAME_BYTES));
        System.arraycopy(ascii("ustar\00000"), 0, block, 257, 8);
        Arrays.fill(block, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte b : block) sum += b & 0xff;
        octal(block, 148, 6, sum);
        block[154] = 0;
        return block;
    }

    private static void octal(byte[] block, int at, int digits, long value) {
        String text = Long.toOctalString(value);
        String padded = "0".repeat(digits - text.length()) + text;
        System.arraycopy(ascii(padded), 0, block, at, digits);
    }

    private void pad(long size) throws Failure {
        int over = (int) (size % BLOCK);
        if (over > 0) out.write(new byte[BLOCK - over]);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
