package dev.berth.session.events;

import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// Gathers a turn's output into groups of at most a tenth of a second, cut between characters, and
/// hands each on with how many bytes of the output are said by then.
public final class OutputGroups extends Groups {
    private static final int LARGEST = 1 << 20;

    private final Group group;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long position;

    public OutputGroups(long position, Group group) {
        this.position = position;
        this.group = group;
    }

    /// Takes a group; durable when it returns.
    public interface Group {
        void take(String text, long position) throws Failure;
    }

    @Override
    void hear(MemorySegment some) throws Failure {
        bytes.writeBytes(some.toArray(ValueLayout.JAVA_BYTE));
        if (bytes.size() >= LARGEST) say(false);
    }

    @Override
    void say(boolean all) throws Failure {
        byte[] gathered = bytes.toByteArray();
        int count = all ? gathered.length : whole(gathered);
        if (count == 0) return;
        position += count;
        group.take(new String(gathered, 0, count, StandardCharsets.UTF_8), position);
        bytes.reset();
        bytes.write(gathered, count, gathered.length - count);
    }

    /// How many bytes do not end in the middle of a character.
    private static int whole(byte[] text) {
        for (int back = 1; back <= Math.min(3, text.length); back++) {
            int lead = text[text.length - back] & 0xff;
            if (lead < 0x80) break;
            if (lead < 0xc0) continue;
            int needs = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
            return needs > back ? text.length - back : text.length;
        }
        return text.length;
    }
}
