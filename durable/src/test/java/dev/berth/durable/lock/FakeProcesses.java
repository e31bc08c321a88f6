package dev.berth.durable.lock;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The processes of one machine, as a test wants them.
final class FakeProcesses implements Processes {
    private final Identity self;
    private final Map<Long, Presence> table;
    private Duration uptime = Duration.ofHours(5);

    private FakeProcesses(Identity self, Map<Long, Presence> table) {
        this.self = self;
        this.table = table;
    }

    static FakeProcesses machine() {
        var self = new Identity(100, "5000", "boot-a", "pier", "machine-a", "pid:[1]");
        var table = new ConcurrentHashMap<Long, Presence>();
        table.put(100L, new Presence.Running("5000"));
        return new FakeProcesses(self, table);
    }

    /// Another process of the same machine.
    FakeProcesses process(long pid, String started) {
        table.put(pid, new Presence.Running(started));
        return sharing(
                new Identity(
                        pid,
                        started,
                        self.bootId(),
                        self.host(),
                        self.machineId(),
                        self.pidNamespace()));
    }

    /// A process that is not in our table: on another machine, boot or namespace.
    FakeProcesses elsewhere(String bootId, String host, String machineId, String pidNamespace) {
        var other = new Identity(100, "5000", bootId, host, machineId, pidNamespace);
        return new FakeProcesses(other, new ConcurrentHashMap<>(table));
    }

    private FakeProcesses sharing(Identity other) {
        return new FakeProcesses(other, table);
    }

    void now(long pid, Presence presence) {
        table.put(pid, presence);
    }

    void kill(FakeProcesses other) {
        now(other.self.pid(), new Presence.Gone());
    }

    void up(Duration more) {
        uptime = uptime.plus(more);
    }

    @Override
    public Identity self() {
        return self;
    }

    @Override
    public Presence presence(long pid, int uid) {
        return table.getOrDefault(pid, new Presence.Gone());
    }

    @Override
    public Duration uptime() {
        return uptime;
    }
}
