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
    private final List<Call> calls = new ArrayList<>();
    private final List<Call> struck = new ArrayList<>();
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
        calls.clear();
        struck.clear();
        failedSyncs.clear();
    }

    /// The calls since the last arming or disarming, in order.
    public synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    /// Those of them that met the fault.
    public synchronized List<Call> struck() {
        return List.copyOf(struck);
    }

    @Override
    public Folder open(Path path) throws FileFault {
        return files.open(path);
    }

    @Override
    public Path realPath(Path path) throws FileFault {
        return files.realPath(path);
    }

    /// The fault that this call meets, if any.
    private synchronized @Nullable Fault count(Call call) {
        calls.add(call);
        if (call.kind() == Kind.SYNC_FILE && failedSyncs.contains(call.handle())) {
            throw new IllegalStateException("synced again after a failed sync: " + call);
        }
        boolean due = lasting == Lasting.ONCE ? calls.size() == at : calls.size() >= at;
        if (fault == null || !due) return null;
        if (fault instanceof Fault.ShortWrite && call.kind() != Kind.WRITE) return null;
        struck.add(call);
        if (call.kind() == Kind.SYNC_FILE) failedSyncs.add(call.handle());
        return fault;
    }

    private final class Striking implements Interceptor {
        @Override
        public <T> T call(Call call, Body<T> body) throws FileFault {
            return switch (count(call)) {
                case Fault.Fails(var errno) -> throw fault(call, errno);
                case Fault.Kill _ -> throw new Fault.Killed();
                case Fault.ShortWrite _ -> body.run();
                case null -> body.run();
            };
        }

        @Override
        public int write(Call call, OpenFile file, MemorySegment from, long position)
                throws FileFault {
            return switch (count(call)) {
                case Fault.Fails(var errno) -> throw fault(call, errno);
                case Fault.Kill _ -> throw new Fault.Killed();
                case Fault.ShortWrite _ ->
                        file.write(from.asSlice(0, (from.byteSize() + 1) / 2), position);
                case null -> file.write(from, position);
            };
        }

        private FileFault fault(Call call, Errno errno) {
            return new FileFault(errno, call.kind().name(), call.subject());
        }
    }
}
