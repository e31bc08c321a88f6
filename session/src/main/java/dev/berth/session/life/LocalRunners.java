package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.runner.Runner;
import dev.berth.runner.docker.DockerRunner;
import dev.berth.runner.process.ProcessRunner;
import dev.berth.runner.profile.RunnerKind;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// The runners of this machine, each tenant's in a folder of its own: `run/<kind>/<tenant>`. Safe
/// for use by several threads.
public final class LocalRunners implements Runners {
    private final FileLayer files;
    private final Path home;
    private final RandomGenerator random;
    private final Machine machine;
    private final Map<String, Runner> made = new HashMap<>();

    /// What the machine is, as Java names it, and where its Docker engine listens.
    public record Machine(String architecture, Path dockerSocket) {}

    /// `home` is there and is ours alone.
    public LocalRunners(FileLayer files, Path home, RandomGenerator random, Machine machine) {
        this.files = files;
        this.home = home;
        this.random = random;
        this.machine = machine;
    }

    @Override
    public synchronized Runner of(RunnerKind kind, SessionId tenant) throws Failure {
        String key = kind.label() + "/" + tenant;
        var known = made.get(key);
        if (known != null) return known;
        var runner =
                switch (kind) {
                    case PROCESS ->
                            new ProcessRunner(
                                    files, folder(kind, tenant), random, machine.architecture());
                    case DOCKER ->
                            new DockerRunner(
                                    files, folder(kind, tenant), random, machine.dockerSocket());
                    case KUBERNETES ->
                            throw new Failure.Unavailable(
                                    "this server cannot run pods",
                                    "choose `runner: process` or `runner: docker` in the profile");
                };
        made.put(key, runner);
        return runner;
    }

    private Path folder(RunnerKind kind, SessionId tenant) throws Failure {
        try (var open = files.open(home)) {
            var kindName = Name.of(kind.label());
            var tenantName = Name.of(tenant.value());
            AtomicFile.folders(open, 0700, Name.of("run"), kindName, tenantName).close();
            return home.resolve("run").resolve(kind.label()).resolve(tenant.value());
        } catch (FileFault fault) {
            throw fault.asFailure(home.toString());
        }
    }
}
