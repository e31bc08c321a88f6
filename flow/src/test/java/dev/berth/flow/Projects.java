package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.lock.OwnerRule;
import dev.berth.durable.lock.Pace;
import dev.berth.durable.lock.Processes;
import dev.berth.durable.lock.World;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// Projects for tests, on real files and on modelled ones.
final class Projects {
    static final FileLayer FILES = SystemFiles.here();
    static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    static final Path ROOT = Path.of("/project");

    private static final AtomicLong DEVICES = new AtomicLong(1000);

    private Projects() {}

    /// On real files, with the real processes.
    static Flow real(Path folder) throws Failure {
        return real(folder, LockTerms.USUAL);
    }

    static Flow real(Path folder, LockTerms terms) throws Failure {
        return Flow.open(root(folder), FILES, terms, ticking());
    }

    static ProjectRoot root(Path folder) throws Failure {
        return ProjectRoot.check(folder, new Homes(List.of()), FILES);
    }

    /// On any files, where this process is the only one.
    static Flow modelled(FileLayer files) {
        var apart = new InterceptedFiles(files, new OwnDevice(DEVICES.incrementAndGet()));
        return new Flow(new ProjectRoot(ROOT), apart, quick(), alone());
    }

    static LockTerms quick() {
        return new LockTerms(OwnerRule.USUAL, Duration.ofSeconds(5));
    }

    static World alone() {
        return new World(
                new Alone(), ticking(), Pace.real(), new Random(DEVICES.incrementAndGet()));
    }

    /// A clock that goes on by a second whenever it is asked.
    static InstantSource ticking() {
        var ticks = new AtomicLong();
        return () -> BEGIN.plusSeconds(ticks.incrementAndGet());
    }

    /// Several of them share one JVM, and must not meet in its queue: each sees its folders on a
    /// device of its own number.
    private record OwnDevice(long device) implements Interceptor {
        @Override
        @SuppressWarnings("unchecked")
        public <T> T call(Call call, Body<T> body) throws FileFault {
            T answer = body.run();
            return answer instanceof FileStat stat ? (T) elsewhere(stat) : answer;
        }

        private FileStat elsewhere(FileStat stat) {
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
    }

    /// A machine with one process: after a crash it is another one.
    private static final class Alone implements Processes {
        private static final AtomicLong BOOTS = new AtomicLong();
        private final Identity self =
                new Identity(1, "1", "boot-" + BOOTS.incrementAndGet(), "pier", "machine", "1");

        @Override
        public Identity self() {
            return self;
        }

        @Override
        public Presence presence(long pid, int uid) {
            return pid == 1 ? new Presence.Running("1") : new Presence.Gone();
        }

        @Override
        public Duration uptime() {
            return Duration.ofMinutes(5);
        }
    }
}
