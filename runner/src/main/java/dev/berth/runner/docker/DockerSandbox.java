package dev.berth.runner.docker;

import dev.berth.disk.SessionId;
import dev.berth.durable.FileLayer;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Turn;
import dev.berth.runner.resident.Inside;
import dev.berth.runner.resident.Patience;
import dev.berth.runner.resident.Required;
import dev.berth.runner.resident.Resident;
import dev.berth.runner.resident.Surroundings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A container, known by its name.
final class DockerSandbox implements Sandbox {
    private final Engine engine;
    private final String name;
    private final SessionId session;
    private final Resident resident;
    private final Cleared cleared;

    DockerSandbox(
            Engine engine,
            String name,
            FileLayer files,
            Path folder,
            Inside inside,
            Cleared cleared) {
        this.engine = engine;
        this.name = name;
        session = inside.session();
        resident = new Resident(files, folder, inside, this, Patience.USUAL);
        this.cleared = cleared;
    }

    @Override
    public SessionId session() {
        return session;
    }

    Resident resident() {
        return resident;
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public Condition inspect() throws Failure {
        var answer = engine.get("/containers/" + name + "/json");
        if (answer.status() == 404) return Condition.GONE;
        try {
            return switch (answer.object().object("State").text("Status")) {
                case "running" -> Condition.RUNNING;
                case "paused" -> Condition.PAUSED;
                default -> Condition.GONE;
            };
        } catch (JsonRefusal refusal) {
            throw new Failure.Unavailable(
                            "the Docker engine's answer cannot be read", "see `berth doctor`")
                    .because(refusal);
        }
    }

    @Override
    public synchronized Turn exec(Command command) throws Failure {
        require(Condition.RUNNING);
        return resident.begin(
                command, Surroundings.of(session, Container.HOME, volume -> "/" + volume.label()));
    }

    @Override
    public Optional<Turn> lastTurn() throws Failure {
        return resident.lastTurn();
    }

    @Override
    public synchronized void pause() throws Failure {
        if (inspect() == Condition.PAUSED) return;
        require(Condition.RUNNING);
        engine.post("/containers/" + name + "/pause").required();
    }

    @Override
    public synchronized void unpause() throws Failure {
        if (inspect() == Condition.RUNNING) return;
        require(Condition.PAUSED);
        engine.post("/containers/" + name + "/unpause").required();
    }

    @Override
    public synchronized void stop() throws Failure {
        // A frozen process cannot be killed by every engine.
        if (inspect() == Condition.PAUSED) unpause();
        var removed = engine.delete("/containers/" + name + "?force=true&v=true");
        if (removed.status() != 404) removed.required();
        cleared.clear(session);
    }

    private void require(Condition needed) throws Failure {
        Required.condition(needed, inspect(), session());
    }

    /// Removes what is left of a session's sandbox on our side.
    interface Cleared {
        void clear(SessionId session) throws Failure;
    }
}
