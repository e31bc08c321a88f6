package dev.berth.flow;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.lock.OwnerRule;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A process of its own that works on a project until it is killed, and says what was acknowledged.
final class FlowWriter {
    private FlowWriter() {}

    public static void main(String[] arguments) throws Exception {
        var files = SystemFiles.here();
        var root = ProjectRoot.check(Path.of(arguments[1]), new Homes(List.of()), files);
        var terms = new LockTerms(OwnerRule.USUAL, Duration.ofMinutes(2));
        var flow = Flow.open(root, files, terms, Clock.systemUTC());
        switch (arguments[0]) {
            case "note" -> noteForEver(flow, arguments[2]);
            case "close" -> closeForEver(flow);
            case "hold" -> hold(flow);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void noteForEver(Flow flow, String tag) throws Failure {
        for (int i = 1; ; i++) {
            String text = tag + "-" + i;
            flow.change((session, now) -> session.noting(text, now));
            say(text);
        }
    }

    private static void closeForEver(Flow flow) throws Failure {
        while (true) {
            try {
                var started = flow.start("Ship it").session().orElseThrow();
                say("started " + started.id());
            } catch (Failure.Conflict another) {
                // Somebody else's is active: closing that one is as good.
            }
            try {
                say("closed " + flow.close().session().id());
            } catch (Failure.NotFound already) {
                // Somebody was faster.
            }
        }
    }

    private static void hold(Flow flow) throws Failure {
        flow.change(
                (session, _) -> {
                    say("holding");
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    return session;
                });
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
