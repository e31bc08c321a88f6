package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.lock.Pace;
import dev.berth.durable.lock.Processes;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// A vault on a file system in memory, in a time that passes only when someone waits.
final class Modelled {
    private static final Processes PROCESSES = Processes.here(SystemFiles.here());

    private static final AtomicLong DEVICES = new AtomicLong(1000);

    private Modelled() {}

    static Vault open(FileLayer files) throws Failure {
        return Vault.open(
                Path.of("/vault"),
                "/vault",
                LocksFolder.in(apart(files), Path.of("/cache")),
                new World(PROCESSES, InstantSource.system(), new Waiting(), new Random()),
                VaultSettings.USUAL);
    }

    /// As another process sees it: a device of another number keeps it out of our own queue.
    private static FileLayer apart(FileLayer files) {
        long device = DEVICES.incrementAndGet();
        return new InterceptedFiles(
                files,
                new Interceptor() {
                    @Override
                    @SuppressWarnings("unchecked")
                    public <T> T call(Call call, Body<T> body) throws FileFault {
                        T answer = body.run();
                        return answer instanceof FileStat stat ? (T) on(device, stat) : answer;
                    }
                });
    }

    private static FileStat on(long device, FileStat stat) {
        return new FileStat(
                stat.kind(),
                stat.mode(),
                stat.uid(),
                stat.gid(),
                stat.size(),
                stat.blocks(),
                stat.inode(),
                device,
                stat.links(),
                stat.modifiedSeconds(),
                stat.modifiedNanos(),
                stat.changedSeconds(),
                stat.changedNanos());
    }

    private static final class Waiting implements Pace {
        private long nanos = 1;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void pause(Duration time) {
            nanos += time.toNanos();
        }

        @Override
        public Repeating every(Duration period, Runnable action) {
            return () -> {};
        }
    }
}
