package dev.berth.runner.process;

import dev.berth.durable.SystemFiles;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerContract;

import org.junit.jupiter.api.DisplayName;

import java.nio.file.Path;
import java.security.SecureRandom;

@DisplayName("A runner of processes")
class ProcessRunnerTest extends RunnerContract {
    @Override
    protected Runner open(Path home) {
        return new ProcessRunner(
                SystemFiles.here(), home, new SecureRandom(), System.getProperty("os.arch"));
    }
}
