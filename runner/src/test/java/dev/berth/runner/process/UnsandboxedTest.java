package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.RunnerContract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;

@DisplayName("A runner without walls")
class UnsandboxedTest extends RunnerContract {
    @Override
    protected Runner open(Path home) {
        return Here.plain(home);
    }

    @Override
    protected Plan plan(SessionId session) {
        return super.plan(session).unsandboxed();
    }

    @Test
    void warns() throws Exception {
        runner.start(plan(SESSION));
        assertThat(runner.list().getFirst().warnings())
                .singleElement()
                .asString()
                .contains("without a sandbox");
    }
}
