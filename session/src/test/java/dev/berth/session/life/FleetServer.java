package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.IdleLimits;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Retention;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.postgres.PostgresCatalog;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/// A server of a fleet as a process of its own: the folder of all nodes, its name, its region, the
/// database, and its lease in milliseconds. It does what lines on its standard input say, and
/// answers each with a line. It beats by itself.
public final class FleetServer {
    private final Machine machine;

    private FleetServer(Machine machine) {
        this.machine = machine;
    }

    public static void main(String[] args) throws Exception {
        var lease = Duration.ofMillis(Long.parseLong(args[4]));
        var rules =
                new Station.Rules(
                        IdleLimits.DEFAULT, Retention.DEFAULT, lease, Duration.ofHours(24));
        var catalog = PostgresCatalog.open(args[3], Clock.systemUTC());
        var node = new Node(args[1], args[2]);
        var machine =
                new Machine(
                        Path.of(args[0]),
                        node,
                        catalog,
                        rules,
                        RealRunnerTest::crew,
                        System::nanoTime);
        var server = new FleetServer(machine);
        Thread.ofPlatform().daemon().start(() -> server.beat(lease.dividedBy(5)));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("ready");
        for (String line; (line = in.readLine()) != null; ) say(server.answer(line));
        // Whoever started us is gone: nothing of ours may stay.
        machine.sessions.close();
    }

    private static void say(String line) {
        System.out.println(line.replace('\n', '|'));
        System.out.flush();
    }

    private void beat(Duration pause) {
        try {
            while (true) {
                machine.sessions.beat();
                Thread.sleep(pause);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ", 3);
        try {
            return switch (words[0]) {
                case "create" -> create(words[1]);
                case "send" -> send(key(words[1]), words[2]);
                case "ask" -> "ok " + machine.sessions.message(key(words[1]), words[2]).turn();
                case "await" -> await(key(words[1]), Long.parseLong(words[2]));
                case "resume" -> "ok " + machine.sessions.resume(key(words[1])).session().state();
                case "suspend" -> "ok " + machine.sessions.suspend(key(words[1])).state();
                case "checkpoint" -> "ok " + machine.sessions.checkpoint(key(words[1])).row().id();
                case "fork" -> "ok " + fork(key(words[1]));
                case "adopt" -> "ok " + machine.sessions.adopt(key(words[1])).state();
                default -> throw new IllegalArgumentException(line);
            };
        } catch (Failure failure) {
            return "fail " + failure.type() + " " + failure.what();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "fail interrupted";
        }
    }

    private String create(String id) throws Failure {
        var wish =
                NewSession.of(Samples.TENANT, "open")
                        .called(Optional.of(new SessionId(id)))
                        .kept(Storage.CAS, Mobility.OBJECT_SYNC);
        return "ok " + machine.sessions.create(wish).id();
    }

    private String fork(SessionKey key) throws Failure {
        return machine.sessions.fork(key, Optional.empty(), "").id().value();
    }

    private String send(SessionKey key, String text) throws Failure, InterruptedException {
        return await(key, machine.sessions.message(key, text).turn());
    }

    private String await(SessionKey key, long turn) throws InterruptedException {
        var result = machine.sessions.await(key, turn, Duration.ofMinutes(2));
        return result.map(end -> "ok " + end.ending()).orElse("fail unknown");
    }

    private static SessionKey key(String id) {
        return new SessionKey(Samples.TENANT, new SessionId(id));
    }
}
