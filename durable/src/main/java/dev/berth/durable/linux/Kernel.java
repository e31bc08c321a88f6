package dev.berth.durable.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The door to the kernel, and to libraries of the system.
///
/// Addresses travel as plain numbers, which costs one linked downcall for all calls instead of one
/// for each of some twenty shapes. That is sound for memory that a [Call] owns and keeps alive; a
/// caller's own segment goes through [#transfer], where its scope is checked and held. The function
/// is an argument as well: to bind it would take half as long as to link the rest.
final class Kernel {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();

    // Not said to have variable arguments, though `syscall` has: that differs only in a register
    // in which it is told how many of them are fractions, and it never looks there.
    private static final MethodHandle CALL =
            link(
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                            JAVA_LONG));
    private static final MemorySegment SYSCALL = LINKER.defaultLookup().findOrThrow("syscall");

    private Kernel() {}

    /// Linked when first needed: many commands never read or write a native segment.
    private static final class Transfer {
        static final MethodHandle CALL =
                link(
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG));
    }

    /// Bytes of the heap are handed over where they lie, and no collector moves anything meanwhile:
    /// for what only computes, and not for long. Linked when first needed, too.
    private static final class OnHeap {
        static final MethodHandle CALL =
                linked(
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG),
                        Linker.Option.critical(true));
    }

    /// Room for the error number of one call.
    static long stateSize() {
        return STATE.byteSize();
    }

    /// The kernel's result; -1 means that the error number is at the start of `state`.
    static long call(MemorySegment state, SystemCall call, long a, long b, long c, long d, long e) {
        return call(SYSCALL, state, call.number, a, b, c, d, e);
    }

    /// What `function` answers, which takes at most six numbers or addresses.
    static long call(
            MemorySegment function,
            MemorySegment state,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f) {
        try {
            return (long) CALL.invokeExact(function, state, a, b, c, d, e, f);
        } catch (Throwable broken) {
            throw broken(broken);
        }
    }

    /// As [#call], with the second and the fourth anywhere, on the heap as well. What is called
    /// must neither wait for anything nor take long.
    static long callOnHeap(
            MemorySegment function, long a, MemorySegment b, long c, MemorySegment d, long e) {
        try {
            return (long) OnHeap.CALL.invokeExact(function, a, b, c, d, e);
        } catch (Throwable broken) {
            throw broken(broken);
        }
    }

    /// `pread64` or `pwrite64` straight from or into a native segment of the caller's.
    static long transfer(
            MemorySegment state, SystemCall call, int descriptor, MemorySegment bytes, long at) {
        try {
            return (long)
                    Transfer.CALL.invokeExact(
                            SYSCALL,
                            state,
                            call.number,
                            (long) descriptor,
                            bytes,
                            bytes.byteSize(),
                            at);
        } catch (Throwable broken) {
            throw broken(broken);
        }
    }

    private static MethodHandle link(FunctionDescriptor shape) {
        return linked(shape, Linker.Option.captureCallState("errno"));
    }

    @SuppressWarnings("restricted") // this class is the one place that may
    private static MethodHandle linked(FunctionDescriptor shape, Linker.Option option) {
        return LINKER.downcallHandle(shape, option);
    }

    /// A downcall itself throws nothing checked; what arrives here is a bug or the end of memory.
    private static RuntimeException broken(Throwable broken) {
        if (broken instanceof Error error) throw error;
        if (broken instanceof RuntimeException unchecked) throw unchecked;
        throw new IllegalStateException(broken);
    }
}
