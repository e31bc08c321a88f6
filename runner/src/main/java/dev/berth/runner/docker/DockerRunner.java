package dev.berth.runner.docker;

import dev.berth.disk.SessionId;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.runner.Plan;
import dev.berth.runner.Runner;
import dev.berth.runner.Sandbox;
import dev.berth.runner.resident.Claims;
import dev.berth.runner.resident.HandOver;
import dev.berth.runner.resident.Inside;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Runs sessions as containers. Their names are made of the session and of our folder, so that the
/// engine itself sees to it that a session has only one, and two servers never meet.
public final class DockerRunner implements Runner {
    private final FileLayer files;
    private final Path home;
    private final Claims claims;
    private final Engine engine;

    /// `home` is there and is ours alone; `socket` is where the engine listens.
    public DockerRunner(FileLayer files, Path home, RandomGenerator random, Path socket) {
        this.files = files;
        this.home = home;
        claims = new Claims(files, home, random);
        engine = new Engine(socket);
    }

    @Override
    public String name() {
        return "docker";
    }

    @Override
    public void check() throws Failure {
        engine.get("/_ping").required();
    }

    /// Fails when the engine lacks an image, by its name.
    public void checkImage(String image) throws Failure {
        var answer = engine.get("/images/" + Engine.encoded(image) + "/json");
        if (answer.status() == 404) throw noImage(image);
        answer.required();
    }

    private static Failure noImage(String image) {
        return new Failure.NotFound(
                "the Docker engine has no image " + image,
                "get it with `docker pull " + image + "`, or name another in the profile");
    }

    @Override
    public synchronized Sandbox start(Plan plan) throws Failure {
        String image =
                plan.image()
                        .orElseThrow(
                                () ->
                                        new Failure.Malformed(
                                                "no image is named for " + plan.session(),
                                                "name one as `image` in the profile"));
        clearIfDead(plan.session());
        claims.claim(plan.session());
        try {
            return begin(plan, image);
        } catch (Failure failure) {
            try {
                sandbox(plan.session()).stop();
            } catch (Failure second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
    }

    @Override
    public Optional<Sandbox> find(SessionId session) throws Failure {
        if (!claims.isClaimed(session)) return Optional.empty();
        var sandbox = sandbox(session);
        return sandbox.inspect() == Sandbox.Condition.GONE
                ? Optional.empty()
                : Optional.of(sandbox);
    }

    @Override
    public synchronized List<Sandbox> list() throws Failure {
        removeUnclaimed();
        var alive = new ArrayList<Sandbox>();
        for (var session : claims.known(_ -> {})) {
            clearIfDead(session);
            find(session).ifPresent(alive::add);
        }
        return alive;
    }

    private DockerSandbox begin(Plan plan, String image) throws Failure {
        var sandbox = sandbox(plan.session());
        var inside = inside(plan.session());
        if (inside.user().isPresent()) new HandOver(files, inside.user().get()).disk(plan);
        sandbox.resident().prepareShared();
        var run = claims.folder(plan.session());
        var made =
                engine.post(
                        "/containers/create?name=" + container(plan.session()),
                        Container.of(plan, image, run, home, inside));
        if (made.status() == 404) {
            throw noImage(image);
        }
        if (made.status() == 409) {
            throw new Failure.Conflict(
                    plan.session() + " has a container", "stop it first", Map.of());
        }
        made.required();
        engine.post("/containers/" + container(plan.session()) + "/start").required();
        if (!sandbox.resident().ready(() -> sandbox.inspect() == Sandbox.Condition.RUNNING)) {
            throw new Failure.Unavailable(
                    "the container of " + plan.session() + " did not start",
                    "see that " + image + " has a shell, env and cat");
        }
        return sandbox;
    }

    /// A container whose folder is gone hears nobody: it is no sandbox any more.
    private void clearIfDead(SessionId session) throws Failure {
        if (find(session).isEmpty()) sandbox(session).stop();
    }

    private void removeUnclaimed() throws Failure {
        var filter = Json.object().putTexts("label", List.of(Container.HOME_LABEL + "=" + home));
        var path = "/containers/json?all=true&filters=" + Engine.encoded(filter.build());
        for (var container : engine.get(path).list()) {
            try {
                var session =
                        new SessionId(container.object("Labels").text(Container.SESSION_LABEL));
                if (!claims.isClaimed(session)) sandbox(session).stop();
            } catch (JsonRefusal refusal) {
                throw new Failure.Unavailable(
                                "a container of ours cannot be told", "see `docker ps -a`")
                        .because(refusal);
            }
        }
    }

    private DockerSandbox sandbox(SessionId session) throws Failure {
        return new DockerSandbox(
                engine,
                container(session),
                files,
                claims.folder(session),
                inside(session),
                gone -> claims.clear(gone, _ -> {}));
    }

    /// Ours: what an agent makes in a container is then owned by who runs the server.
    private Inside inside(SessionId session) throws Failure {
        try (var self = files.open(Path.of("/proc/self"))) {
            var stat = self.stat();
            return new Inside(session, Optional.of(new Inside.User(stat.uid(), stat.gid())));
        } catch (FileFault fault) {
            throw fault.asFailure("/proc/self");
        }
    }

    private String container(SessionId session) {
        var hash = ContentHash.of(home.toString().getBytes(StandardCharsets.UTF_8));
        return "berth-" + hash.hex().substring(0, 12) + "-" + session;
    }
}
