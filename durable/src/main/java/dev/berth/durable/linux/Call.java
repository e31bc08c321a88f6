package dev.berth.durable.linux;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// One operation on one descriptor: holds the descriptor open and lends memory for names, answers
/// and the error number. Pooled, since a walk makes tens of thousands; used by one thread at a
/// time.
final class Call implements AutoCloseable {
    static final int NAME_MAX = 255;
    static final int PATH_MAX = 4096;
    static final int BULK = 256 * 1024;

    /// "The current folder" in place of a descriptor, for calls that take an absolute path.
    static final int NOWHERE = -100;

    private static final int NAME_AT = 16;
    private static final int ANSWER_AT = NAME_AT + NAME_MAX + 1;
    private static final int ANSWER = 256;
    private static final int PATH_AT = ANSWER_AT + ANSWER;
    private static final int EMPTY_AT = PATH_AT + PATH_MAX;

    /// The one that a thread has used last is taken again; more than one at a time are in the pool.
    private static final int SLOTS = 64;

    private static final AtomicReferenceArray<@Nullable Call> NEAR =
            new AtomicReferenceArray<>(SLOTS);
    private static final ConcurrentLinkedQueue<Call> POOL = new ConcurrentLinkedQueue<>();

    private final MemorySegment memory = Arena.ofAuto().allocate(EMPTY_AT + 8, 16);
    // Read and written through buffers: a segment's own accessors are linked at run time, which
    // costs
    // a short command more than the call itself.
    private final ByteBuffer view = viewOf(memory);
    private final ByteBuffer answer = viewOf(memory.asSlice(ANSWER_AT, ANSWER));
    private final LongBuffer answerWords = answer.asLongBuffer();
    private final long[] words = new long[Statx.WORDS];
    private final MemorySegment state = memory.asSlice(0, Kernel.stateSize());
    private @Nullable MemorySegment bulk;
    private @Nullable ByteBuffer bulkView;
    private @Nullable Descriptor descriptor;
    private int number = NOWHERE;

    private Call() {}

    static Call on(Descriptor descriptor) {
        // Taken first: should memory run out here, the descriptor is not left entered for ever.
        var call = take();
        call.number = descriptor.enter();
        call.descriptor = descriptor;
        return call;
    }

    static Call nowhere() {
        return take();
    }

    private static Call take() {
        var own = NEAR.getAndSet(slot(), null);
        if (own != null) return own;
        var pooled = POOL.poll();
        return pooled == null ? new Call() : pooled;
    }

    @Override
    public void close() {
        var used = descriptor;
        descriptor = null;
        number = NOWHERE;
        if (used != null) used.leave();
        if (!NEAR.compareAndSet(slot(), null, this)) POOL.add(this);
    }

    /// Mostly nobody else's, so that threads seldom meet.
    private static int slot() {
        return (int) Thread.currentThread().threadId() & (SLOTS - 1);
    }

    /// The descriptor's number, good until this call is closed.
    int number() {
        return number;
    }

    /// Puts `name` where the kernel can read it; a call has room for one.
    long name(Name name) throws FileFault {
        if (name.length() > NAME_MAX) {
            throw new FileFault(Errno.ENAMETOOLONG, "look-up", name.toString());
        }
        name.copyTo(view, NAME_AT);
        view.put(NAME_AT + name.length(), (byte) 0);
        return memory.address() + NAME_AT;
    }

    /// Puts a path or a link's target where the kernel can read it.
    long path(byte[] path, String subject) throws FileFault {
        if (path.length >= PATH_MAX) {
            throw new FileFault(Errno.ENAMETOOLONG, "look-up", subject);
        }
        view.put(PATH_AT, path).put(PATH_AT + path.length, (byte) 0);
        return memory.address() + PATH_AT;
    }

    /// Where [#path] puts things and the kernel may answer with a path.
    long pathAddress() {
        return memory.address() + PATH_AT;
    }

    byte[] pathBytes(int length) {
        var bytes = new byte[length];
        view.get(PATH_AT, bytes);
        return bytes;
    }

    /// The name that stands for the descriptor itself.
    long emptyName() {
        return memory.address() + EMPTY_AT;
    }

    /// 256 bytes in which the kernel answers `statx` and `statfs`.
    ByteBuffer answer() {
        return answer;
    }

    long answerAddress() {
        return memory.address() + ANSWER_AT;
    }

    /// Two time stamps for `utimensat`: access left alone, modification as given.
    long modified(long seconds, int nanos) {
        answer.putLong(0, 0).putLong(8, Flags.UTIME_OMIT).putLong(16, seconds).putLong(24, nanos);
        return answerAddress();
    }

    /// 256 KiB for listings and for bytes on their way to or from the heap.
    MemorySegment bulk() {
        var own = bulk;
        if (own == null) {
            own = Arena.ofAuto().allocate(BULK, 16);
            bulk = own;
        }
        return own;
    }

    /// [#bulk], for reading it.
    ByteBuffer bulkView() {
        var own = bulkView;
        if (own == null) {
            own = viewOf(bulk());
            bulkView = own;
        }
        return own;
    }

    /// The bare answer: a result or a negated error number. Interrupted calls are made again.
    long raw(SystemCall call, long a, long b, long c, long d, long e) {
        long result;
        do {
            result = once(call, a, b, c, d, e);
        } while (result == -Errno.EINTR.number());
        return result;
    }

    /// As [#raw], for calls that must not be repeated, whatever they answer.
    long once(SystemCall call, long a, long b, long c, long d, long e) {
        return answered(Kernel.call(state, call, a, b, c, d, e));
    }

    /// The result, or a fault about `subject`.
    long run(SystemCall call, Object subject, long a, long b, long c, long d, long e)
            throws FileFault {
        return checked(call, subject, raw(call, a, b, c, d, e));
    }

    /// As [#run] straight from or into a native segment of the caller's.
    int transfer(SystemCall call, MemorySegment bytes, long at, Object subject) throws FileFault {
        long result;
        do {
            result = answered(Kernel.transfer(state, call, number, bytes, at));
        } while (result == -Errno.EINTR.number());
        return (int) checked(call, subject, result);
    }

    /// `statx`, a link's own facts; the bare answer, with the facts in [#answer].
    long statx(long nameAddress, int flags) {
        return raw(
                SystemCall.STATX,
                number,
                nameAddress,
                Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_NO_AUTOMOUNT | flags,
                Statx.BASIC,
                answerAddress());
    }

    /// The facts of the descriptor itself.
    FileStat stat(Object subject) throws FileFault {
        checked(SystemCall.STATX, subject, statx(emptyName(), Flags.AT_EMPTY_PATH));
        return facts();
    }

    /// The permission bits of what the descriptor `opened` stands for; -1 when they cannot be told.
    int modeOf(int opened) {
        long result =
                raw(
                        SystemCall.STATX,
                        opened,
                        emptyName(),
                        Flags.AT_EMPTY_PATH,
                        Statx.MODE,
                        answerAddress());
        return result < 0 ? -1 : Statx.mode(answer);
    }

    /// What `statx` has answered.
    FileStat facts() {
        answerWords.get(0, words);
        return Statx.decode(words);
    }

    private long answered(long result) {
        return result == -1 ? -view.getInt(0) : result;
    }

    private static ByteBuffer viewOf(MemorySegment segment) {
        return segment.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    static long checked(SystemCall call, Object subject, long result) throws FileFault {
        if (result >= 0) return result;
        throw fault(call.title, subject, result);
    }

    static FileFault fault(String call, Object subject, long result) {
        var errno = Errno.of((int) -result);
        // Without its number an error that we have no name for could not be looked up.
        var title = errno == Errno.OTHER ? call + ", error " + -result : call;
        return new FileFault(errno, title, subject.toString());
    }

    /// Gives a number back. Never repeated: after an interrupted close it may be somebody else's.
    static void close(int number) {
        try (var call = nowhere()) {
            call.once(SystemCall.CLOSE, number, 0, 0, 0, 0);
        }
    }
}
