package dev.berth.runner.agent;

import dev.berth.durable.SystemFiles;
import dev.berth.runner.Limits;
import dev.berth.runner.Runner;
import dev.berth.runner.docker.DockerRunner;
import dev.berth.runner.profile.Casting;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.testbed.AgentImage;
import dev.berth.testbed.TestEngine;

import org.junit.jupiter.api.DisplayName;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/// It reaches its model through the network that its profile asks for.
@DisplayName("A real agent, in a container")
class ContainedAgentTest extends AgentContract {
    ContainedAgentTest() throws Exception {
        super(TestEngine.here().model());
    }

    @Override
    protected Runner open(Path home) {
        return new DockerRunner(
                SystemFiles.here(), home, new SecureRandom(), TestEngine.here().socket());
    }

    @Override
    Casting casting(Profile builtIn) throws Exception {
        var profile =
                new Profile(
                        builtIn.command(),
                        builtIn.agent(),
                        Optional.of(AgentImage.made()),
                        builtIn.setup(),
                        RunnerKind.DOCKER,
                        builtIn.network(),
                        builtIn.persistentSessions(),
                        builtIn.vault(),
                        new Limits(4L << 30, 2, 512),
                        builtIn.turn(),
                        builtIn.environment(),
                        builtIn.unsandboxed());
        return Casting.of(profile, new Programs(SystemFiles.here(), List.of()));
    }
}
