package dev.berth.bundle.receive;

import dev.berth.bundle.zip.Member;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.disk.Shown;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;

/// Reads the directory of the zip, entry by entry, knowing what must be there: only how an entry is
/// packed is learnt from it. Each header is written anew from that and compared.
final class Directory {
    private static final long FULL = 0xffff_ffffL;
    private static final int MOST_EXTRA = 28;
    // No deflate stream makes more of one byte.
    private static final int MOST_RATIO = 1040;

    private final Window window;

    Directory(Window window) {
        this.window = window;
    }

    boolean isAtEnd() {
        return window.isAtEnd();
    }

    /// The next entry, which must be the one called `name`, at `offset`, and of `size` where that
    /// is known.
    Member next(String name, int mode, OptionalLong size, long offset) throws FileFault, Failure {
        byte[] fixed = window.take(Member.CENTRAL_BYTES);
        var in = ByteBuffer.wrap(fixed).order(ByteOrder.LITTLE_ENDIAN);
        int names = Short.toUnsignedInt(in.getShort(28));
        int extras = Short.toUnsignedInt(in.getShort(30));
        if (names > 3 * name.length() + 1 || extras > MOST_EXTRA) throw disagree(name);
        byte[] rest = window.take(names + extras);
        var large = ByteBuffer.wrap(rest, names, extras).order(ByteOrder.LITTLE_ENDIAN);
        if (extras >= 4) large.position(names + 4);
        long listed = number(in.getInt(24), large);
        long packed = number(in.getInt(20), large);
        var method = in.getShort(Member.CENTRAL_METHOD_AT) == 0 ? Method.STORED : Method.DEFLATED;
        if (size.isPresent() && size.getAsLong() != listed) throw disagree(name);
        var member = new Member(name, mode, method, in.getInt(16), packed, listed, offset);
        byte[] expected = member.central();
        boolean same =
                expected.length == fixed.length + rest.length
                        && Arrays.equals(expected, 0, fixed.length, fixed, 0, fixed.length)
                        && Arrays.equals(
                                expected, fixed.length, expected.length, rest, 0, rest.length);
        if (!same) throw disagree(name);
        check(member);
        return member;
    }

    private static long number(int plain, ByteBuffer large) {
        long number = Integer.toUnsignedLong(plain);
        return number == FULL && large.remaining() >= 8 ? large.getLong() : number;
    }

    private static void check(Member member) throws Failure {
        boolean sane =
                switch (member.method()) {
                    case STORED -> member.packed() == member.size();
                    case DEFLATED ->
                            member.packed() > 0
                                    && member.packed() < member.size()
                                    && member.size() / MOST_RATIO <= member.packed();
                };
        if (!sane || member.size() < 0 || member.packed() < 0) {
            throw Refusals.refused(shown(member.name()) + " is of a size that cannot be");
        }
    }

    private static Failure disagree(String name) {
        return Refusals.refused(
                "the zip directory does not say of %s what the list of files says"
                        .formatted(shown(name)));
    }

    private static String shown(String name) {
        return Shown.text(name);
    }
}
