package dev.berth.durable.faulting;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;

/// Stands between code and its files: sees every call, and decides what becomes of it.
public interface Interceptor {
    /// Runs `body`, or does not, or fails before or after it.
    <T> T call(Call call, Body<T> body) throws FileFault;

    /// As [#call], for calls that give nothing back.
    default void act(Call call, Action action) throws FileFault {
        call(
                call,
                () -> {
                    action.run();
                    return true;
                });
    }

    /// A write, for those who want to shorten it.
    default int write(Call call, OpenFile file, MemorySegment from, long position)
            throws FileFault {
        return call(call, () -> file.write(from, position));
    }

    /// A rename that may replace, for those who want to do something else instead.
    default void rename(Call call, Folder source, Name from, Folder target, Name to)
            throws FileFault {
        act(call, () -> source.rename(from, target, to));
    }

    /// What the call would do.
    interface Action {
        void run() throws FileFault;
    }

    /// What the call would do, and give back.
    interface Body<T> {
        T run() throws FileFault;
    }
}
