package dev.berth.durable.lock;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// One process of a test, with files, processes and time of its own. Several of them share one JVM,
/// and must not meet in its queue: each sees its folders on a device of its own number.
final class Party {
    static final Name LOCK = Name.of("session.lock");
    static final Name VALUE = Name.of("value");
    static final HeartbeatRule RULE =
            new HeartbeatRule(Duration.ofMillis(500), Duration.ofSeconds(1));

    private static long devices = 1000;

    private final InterceptedFiles files;
    private final World world;
    private final FakePace pace;
    private final List<Call> calls = new ArrayList<>();
    private final long device;
    private Interruption before = _ -> {};
    private Interruption after = _ -> {};

    Party(FileLayer files, FakeProcesses processes, FakePace pace, FakeClock clock) {
        this.files = new InterceptedFiles(files, new Seeing());
        this.pace = pace;
        synchronized (Party.class) {
            this.device = devices++;
        }
        this.world = new World(processes, clock, pace, new Random(device));
    }

    /// What happens before every call of this process on a file.
    void beforeCalls(Interruption interruption) {
        before = interruption;
    }

    void afterCalls(Interruption interruption) {
        after = interruption;
    }

    List<Call> calls() {
        return calls;
    }

    World world() {
        return world;
    }

    FakePace pace() {
        return pace;
    }

    Folder open(String path) throws FileFault {
        return files.open(Path.of(path));
    }

    DirectoryLock owner(Folder folder) {
        return DirectoryLock.owner(folder, LOCK, OwnerRule.USUAL, world);
    }

    DirectoryLock heartbeat(Folder folder) {
        return DirectoryLock.heartbeat(folder, LOCK, folder, RULE, world);
    }

    DirectoryLock keepingHeartbeat(Folder folder) {
        return DirectoryLock.keepingHeartbeat(folder, LOCK, folder, RULE, world);
    }

    /// What is in a folder, but for the spares that somebody may keep at hand there.
    static List<Name> left(Folder folder) throws FileFault {
        return folder.list().stream()
                .map(Folder.Entry::name)
                .filter(name -> !Spare.isSpare(name, LOCK))
                .toList();
    }

    static void put(Held held, Folder folder, String value) throws Failure {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        held.write(folder, VALUE, bytes, 0600);
    }

    static String value(Folder folder) throws Failure {
        var bytes = AtomicFile.readIfThere(folder, VALUE, 1000);
        return bytes.map(b -> new String(b, StandardCharsets.UTF_8)).orElse("nothing");
    }

    static void write(Folder folder, Name name, String text) throws Failure {
        AtomicFile.write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    static final Duration NO_TIME = Duration.ZERO;

    /// Something that a test does in the middle of what this process does.
    interface Interruption {
        void at(Call call) throws FileFault;
    }

    private final class Seeing implements Interceptor {
        @Override
        @SuppressWarnings("unchecked")
        public <T> T call(Call call, Body<T> body) throws FileFault {
            calls.add(call);
            before.at(call);
            T answer = body.run();
            after.at(call);
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
}
