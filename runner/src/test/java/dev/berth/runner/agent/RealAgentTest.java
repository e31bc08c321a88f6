package dev.berth.runner.agent;

import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.Runner;
import dev.berth.runner.process.ProcessRunner;
import dev.berth.runner.profile.Casting;
import dev.berth.runner.profile.Profile;
import dev.berth.testbed.InstalledAgents;
import dev.berth.testbed.Needed;
import dev.berth.testbed.ScriptedModel;

import org.junit.jupiter.api.DisplayName;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

@DisplayName("A real agent, in a sandbox of processes")
class RealAgentTest extends AgentContract {
    RealAgentTest() throws Exception {
        super(new ScriptedModel());
    }

    @Override
    protected Runner open(Path home) {
        var runner =
                new ProcessRunner(
                        SystemFiles.here(),
                        home,
                        new SecureRandom(),
                        System.getProperty("os.arch"));
        try {
            runner.check();
        } catch (Failure missing) {
            Needed.nothing(missing.what() + "; " + missing.advice());
        }
        return runner;
    }

    /// With more of the processor than it would have.
    @Override
    Casting casting(Profile builtIn) throws Exception {
        var profile =
                new Profile(
                        builtIn.command(),
                        builtIn.agent(),
                        builtIn.image(),
                        builtIn.setup(),
                        builtIn.runner(),
                        builtIn.network(),
                        builtIn.persistentSessions(),
                        builtIn.vault(),
                        new Limits(4L << 30, 2, 512),
                        builtIn.turn(),
                        builtIn.environment(),
                        builtIn.unsandboxed());
        return Casting.of(
                profile, new Programs(SystemFiles.here(), List.of(InstalledAgents.programs())));
    }
}
