package dev.berth.durable.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The door to the kernel. A call answers what the kernel does: a result, or a negated error
/// number.
///
/// Addresses travel as plain numbers, which costs one linked downcall for all calls instead of one
/// for each of some twenty shapes. That is sound for memory that a [Call] owns and keeps alive; a
/// caller's own segment goes through [#transfer], where its scope is checked and held.
final class Kernel {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final MethodHandle SYSCALL =
            link(
                    "syscall",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                            JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));

    private Kernel() {}

    /// Linked when first needed: many commands never read or write a native segment.
    private static final class Transfer {
        static final MethodHandle SYSCALL =
                link(
                        "syscall",
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));
    }

    private static final class RealPath {
        static final MethodHandle REALPATH =
                link("realpath", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }

    /// Room for the error number of one call.
    static long stateSize() {
        return STATE.byteSize();
    }

    static long call(MemorySegment state, SystemCall call, long a, long b, long c, long d, long e) {
        try {
            long result = (long) SYSCALL.invokeExact(state, call.number, a, b, c, d, e);
            return result == -1 ? -errno(state) : result;
        } catch (Throwable broken) {
            throw broken(broken);
        }
    }

    /// `pread64` or `pwrite64` straight from or into a native segment of the caller's.
    static long transfer(
            MemorySegment state, SystemCall call, int descriptor, MemorySegment bytes, long at) {
        try {
            long result =
                    (long)
                            Transfer.SYSCALL.invokeExact(
                                    state,
                                    call.number,
                                    (long) descriptor,
                                    bytes,
                                    bytes.byteSize(),
                                    at);
            return result == -1 ? -errno(state) : result;
        } catch (Throwable broken) {
            throw broken(broken);
        }
    }

    /// `realpath`, from one address into 4096 bytes at another; 0 or a negated error number.
    static long realPath(MemorySegment state, long path, long into) {
        try {
            long result = (long) RealPath.REALPATH.invokeExact(state, path, into);
            return result == 0 ? -errno(state) : 0;
        } catch (Throwable broken) {
            throw broken(broken);
        }
    }

    private static int errno(MemorySegment state) {
        return state.get(JAVA_INT, 0);
    }

    @SuppressWarnings("restricted") // this class is the one place that may
    private static MethodHandle link(
            String symbol, FunctionDescriptor shape, Linker.Option... options) {
        var all = new Linker.Option[options.length + 1];
        all[0] = Linker.Option.captureCallState("errno");
        System.arraycopy(options, 0, all, 1, options.length);
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(symbol), shape, all);
    }

    /// A downcall itself throws nothing checked; what arrives here is a bug or the end of memory.
    private static RuntimeException broken(Throwable broken) {
        if (broken instanceof Error error) throw error;
        if (broken instanceof RuntimeException unchecked) throw unchecked;
        throw new IllegalStateException(broken);
    }
}
