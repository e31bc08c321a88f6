package dev.berth.durable.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;

/// A shared library of the system, loaded for as long as this process lives. Its functions are
/// called by the same way as the kernel: what they take are numbers and addresses, and whoever
/// calls answers for what lies there. Safe for use by several threads.
public final class SystemLibrary {
    private final SymbolLookup symbols;

    private SystemLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /// The library that the system's loader finds by this name; empty where there is none, or where
    /// the way into it is not known.
    @SuppressWarnings("restricted") // beside the kernel, the one place that may
    public static Optional<SystemLibrary> find(String name) {
        if (!LinuxFiles.available()) return Optional.empty();
        try {
            var symbols = SymbolLookup.libraryLookup(name, Arena.global());
            return Optional.of(new SystemLibrary(symbols));
        } catch (IllegalArgumentException absent) {
            return Optional.empty();
        }
    }

    /// The function of this name; empty where this build of the library has none.
    public Optional<Function> function(String name) {
        return symbols.find(name).map(Function::new);
    }

    /// One function that takes whole numbers and addresses, at most six of them.
    public static final class Function {
        // Nobody asks for the error number, so that threads may write there as they come.
        private static final MemorySegment STATE = Arena.global().allocate(Kernel.stateSize(), 8);

        private final MemorySegment address;

        private Function(MemorySegment address) {
            this.address = address;
        }

        public long call(long a, long b, long c, long d, long e) {
            return Kernel.call(address, STATE, a, b, c, d, e, 0);
        }

        /// With `length` bytes of `bytes`, where they lie. The first call takes milliseconds, and
        /// nothing is collected during any of them: for computing on much, a piece at a time.
        public long callOn(long a, byte[] bytes, int offset, int length) {
            var segment = MemorySegment.ofArray(bytes).asSlice(offset, length);
            return Kernel.callOnHeap(address, a, segment, length, MemorySegment.NULL, 0);
        }

        /// As above, out of one array into another, where there is room for as many bytes.
        public long callOn(
                long a, byte[] into, int at, long c, byte[] from, int offset, int length) {
            return Kernel.callOnHeap(
                    address,
                    a,
                    MemorySegment.ofArray(into).asSlice(at, length),
                    c,
                    MemorySegment.ofArray(from).asSlice(offset, length),
                    length);
        }
    }
}
