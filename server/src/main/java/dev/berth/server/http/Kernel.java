package dev.berth.server.http;

import dev.berth.failure.Failure;
import dev.berth.server.access.Caller;
import dev.berth.server.access.Doors;
import dev.berth.server.access.Logins;
import dev.berth.server.access.Rates;
import dev.berth.server.access.Tokens;
import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;

import java.util.Map;
import java.util.Optional;

/// Answers calls: addressed rightly, from a known caller with the right scope, to a route that is
/// there. Whatever happens, there is an answer. Safe for use by several threads.
public final class Kernel {
    private static final Map<String, String> SAFE =
            Map.of(
                    "Cache-Control", "no-store",
                    "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
                    "Cross-Origin-Opener-Policy", "same-origin",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "Referrer-Policy", "no-referrer",
                    "X-Content-Type-Options", "nosniff",
                    "X-Frame-Options", "DENY");
    private static final String BEARER = "Bearer ";

    /// What callers are checked by.
    public record Checks(Doors doors, Tokens tokens, Logins logins, Rates calls, Rates guesses) {}

    private final Router router;
    private final Checks checks;
    private final Journal journal;

    public Kernel(Router router, Checks checks, Journal journal) {
        this.router = router;
        this.checks = checks;
        this.journal = journal;
    }

    public Answer answer(Incoming incoming) {
        long start = System.nanoTime();
        var told = new Told();
        var answer = attempt(incoming, told).withMissing(SAFE);
        journal.answered(
                new Journal.Answered(
                        incoming.method(),
                        told.route,
                        answer.status(),
                        System.nanoTime() - start,
                        told.token));
        return answer;
    }

    /// What is known of a call so far.
    private static final class Told {
        private String route = "";
        private String token = "";
    }

    private Answer attempt(Incoming incoming, Told told) {
        try {
            return dispatch(incoming, told);
        } catch (Failure failure) {
            return Answer.of(Problem.of(failure));
        } catch (Objection objection) {
            return Answer.of(objection.problem()).withMissing(objection.headers());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Answer.of(Problem.transport(503));
        } catch (RuntimeException | Error bug) {
            journal.unexpected(incoming.method() + " " + told.route, bug);
            return Answer.of(Problem.unexpected());
        }
    }

    private Answer dispatch(Incoming incoming, Told told)
            throws Failure, Objection, InterruptedException {
        var target = Target.parse(incoming.path(), incoming.query());
        Router.Match match;
        try {
            match = router.find(incoming.method(), target.names());
        } catch (Objection unknown) {
            checkDoors(incoming);
            throw unknown;
        }
        var route = match.route();
        told.route = route.template().text();
        if (route.need() != Need.NOTHING) checkDoors(incoming);
        Optional<Caller> caller = Optional.empty();
        var scope = route.need().scope();
        if (scope.isPresent()) {
            var known = caller(incoming);
            told.token = known.token().id();
            checks.calls().count(told.token);
            known.require(scope.get());
            caller = Optional.of(known);
        }
        var query = Query.of(target.query(), route.query());
        return route.handler().answer(new Call(incoming, match.values(), query, caller));
    }

    private void checkDoors(Incoming incoming) throws Objection {
        checks.doors().check(incoming.headers("Host"), incoming.headers("Origin"));
    }

    /// Those who guess are slowed down; a good token is never made to wait for them.
    private Caller caller(Incoming incoming) throws Failure, Objection {
        var known = known(incoming);
        if (known.isPresent()) return known.get();
        checks.guesses().count(incoming.remote());
        throw new Objection(
                Problem.unauthorized(), Map.of("WWW-Authenticate", "Bearer realm=\"berth\""));
    }

    private Optional<Caller> known(Incoming incoming) throws Failure {
        var given = incoming.headers("Authorization");
        if (!given.isEmpty()) {
            String first = given.getFirst();
            boolean bearer =
                    given.size() == 1 && first.regionMatches(true, 0, BEARER, 0, BEARER.length());
            if (!bearer) return Optional.empty();
            return checks.tokens().known(first.substring(BEARER.length()).strip());
        }
        var cookie = Cookies.find(incoming.headers("Cookie"), Logins.COOKIE);
        return cookie.isEmpty() ? Optional.empty() : checks.logins().known(cookie.get());
    }
}
