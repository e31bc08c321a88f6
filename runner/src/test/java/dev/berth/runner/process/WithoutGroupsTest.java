package dev.berth.runner.process;

import dev.berth.durable.SystemFiles;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerContract;
import dev.berth.runner.resident.Patience;

import org.junit.jupiter.api.DisplayName;

import java.nio.file.Path;
import java.security.SecureRandom;

/// Most users may make no groups: then a pause is a signal to every process.
@DisplayName("A runner of processes without cgroups")
class WithoutGroupsTest extends RunnerContract {
    @Override
    protected Runner open(Path home) {
        Here.sandboxed(home);
        return new ProcessRunner(
                SystemFiles.here(),
                home,
                new SecureRandom(),
                System.getProperty("os.arch"),
                home.resolve("no-groups-here"),
                Patience.USUAL);
    }
}
