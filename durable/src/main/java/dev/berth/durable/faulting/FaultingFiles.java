package dev.berth.durable.faulting;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.OpenFile;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.Fault.Lasting;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A file layer whose n-th call goes wrong.
///
/// It works until [#arm]; then calls are counted from 1. Whoever syncs a file again after its sync
/// was made to fail gets an `IllegalStateException`, since no real kernel can be trusted there.
/// Safe for use by several threads.
public final class FaultingFiles implements FileLayer {
    private final InterceptedFiles files;
    private final List<Seen> seen = new ArrayList<>();
    private final Set<Long> failedSyncs = new HashSet<>();
    private @Nullable Fault fault;
    private long at;
    private Lasting lasting = Lasting.ONCE;

    public FaultingFiles(FileLayer files) {
        this.files = new InterceptedFiles(files, new Striking());
    }

    /// From now on the `nth` call, or that and all later ones, meet `newFault`.
    public synchronized void arm(Fault newFault, long nth, Lasting newLasting) {
        if (nth < 1) throw new IllegalArgumentException("calls are counted from 1");
        disarm();
        fault = newFault;
        at = nth;
        lasting = newLasting;
    }

    /// From now on everything works, and calls are counted anew.
    public synchronized void disarm() {
        fault = null;
        seen.clear();
        failedSyncs.clear();
    }

    /// The calls since the last arming or disarming, in order.
    public List<Call> calls() {
        return trace().stream().map(Seen::call).toList();
    }

    /// Those of them that met the fault.
    public List<Call> struck() {
        return trace().stream().filter(Seen::struck).map(Seen::call).toList();
    }

    /// All of them, each with whether it met the fault.
    public synchronized List<Seen> trace() {
        return List.copyOf(seen);
    }

    /// One call: the fault that it met, if any, and whether it had its effect.
    public static final class Seen {
        private final Call call;
        private final @Nullable Fault met;
        private volatile boolean done;

        private Seen(Call call, @Nullable Fault met) {
            this.call = call;
            this.met = met;
        }

        public Call call() {
            return call;
        }

        public boolean struck() {
            return met != null;
        }

        public boolean done() {
            return done;
        }

        @Override
        public String toString() {
            return call + (met == null ? "" : " met " + met);
        }
    }

    @Override
    public Folder open(Path path) throws FileFault {
        return files.open(path);
    }

    @Override
    public Path realPath(Path path) throws FileFault {
        return files.realPath(path);
    }

    private synchronized Seen count(Call call) {
        var counted = new Seen(call, meets(call));
        seen.add(counted);
        return counted;
    }

    private @Nullable Fault meets(Call call) {
        if (call.kind() == Kind.SYNC_FILE && failedSyncs.contains(call.handle())) {
            throw new IllegalStateException("synced again after a failed sync: " + call);
        }
        long number = seen.size() + 1L;
        boolean due = lasting == Lasting.ONCE ? number == at : number >= at;
        if (fault == null || !due) return null;
        if (fault instanceof Fault.ShortWrite && call.kind() != Kind.WRITE) return null;
        if (call.kind() == Kind.SYNC_FILE) failedSyncs.add(call.handle());
        return fault;
    }

    private final class Striking implements Interceptor {
        @Override
        public <T> T call(Call call, Body<T> body) throws FileFault {
            return strike(count(call), body, body);
        }

        @Override
        public int write(Call call, OpenFile file, MemorySegment from, long position)
                throws FileFault {
            var half = from.asSlice(0, (from.byteSize() + 1) / 2);
            return strike(
                    count(call),
                    () -> file.write(from, position),
                    () -> file.write(half, position));
        }

        private static <T> T strike(Seen seen, Body<T> body, Body<T> shortened) throws FileFault {
            T answer =
                    switch (seen.met) {
                        case Fault.Fails(var errno) -> throw fault(seen.call, errno);
                        case Fault.Kill _ -> throw new Fault.Killed();
                        case Fault.ShortWrite _ -> shortened.run();
                        case null -> body.run();
                    };
            seen.done = true;
            return answer;
        }

        private static FileFault fault(Call call, Errno errno) {
            return new FileFault(errno, call.kind().name(), call.subject());
        }
    }
}
