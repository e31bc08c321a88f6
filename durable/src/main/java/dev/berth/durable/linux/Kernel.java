package dev.berth.durable.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The door to the kernel.
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

    /// Room for the error number of one call.
    static long stateSize() {
        return STATE.byteSize();
    }

    /// The kernel's result; -1 means that the error number is at the start of `state`.
    static long call(MemorySegment state, SystemCall call, long a, long b, long c, long d, long e) {
        try {
            return (long) SYSCALL.invokeExact(state, call.number, a, b, c, d, e);
        } catch (Throwable broken) {
            throw broken(broken);
        }
    }

    /// `pread64` or `pwrite64` straight from or into a native segment of the caller's.
    static long transfer(
            MemorySegment state, SystemCall call, int descriptor, MemorySegment bytes, long at) {
        try {
            return (long)
                    Transfer.SYSCALL.invokeExact(
                            state, call.number, (long) descriptor, bytes, bytes.byteSize(), at);
        } catch (Throwable broken) {
            throw broken(broken);
        }
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
