package dev.berth.runner.profile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerFixture;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.process.ProcessRunner;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

@DisplayName("The setup of a profile")
class SetupTest extends RunnerFixture {
    @Override
    protected Runner open(Path home) {
        return new ProcessRunner(
                SystemFiles.here(), home, new SecureRandom(), System.getProperty("os.arch"));
    }

    @Test
    void thatFailsSaysWhatItSaidOrHowItEnded() throws Exception {
        fails("echo oh no; exit 7", "failed at `echo oh no; exit 7`: oh no");
        fails("test -e absent", "failed at `test -e absent`: it said nothing and exited with 1");
    }

    private void fails(String line, String words) throws Exception {
        var shell = BuiltIn.shell();
        var profile =
                new Profile(
                        shell.command(),
                        shell.agent(),
                        shell.image(),
                        List.of("true", line),
                        shell.runner(),
                        shell.network(),
                        true,
                        shell.vault(),
                        shell.limits(),
                        shell.turn(),
                        List.of(),
                        true);
        var casting = Casting.of(profile, new Programs(SystemFiles.here(), List.of()));
        var sandbox = runner.start(plan(SESSION).unsandboxed());
        assertThatThrownBy(() -> casting.setUp(sandbox))
                .isInstanceOf(Failure.Refused.class)
                .hasMessageContaining(words);
        sandbox.stop();
    }
}
