package dev.berth.server.access;

import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How a browser gets in: a link that works once, for ten minutes, and a cookie after that. Both
/// stand for a token and end with it. Kept in memory: a restart prints another link. Safe for use
/// by several threads.
public final class Logins {
    public static final String COOKIE = "berth";
    private static final Duration LINK_LIFE = Duration.ofMinutes(10);
    private static final Duration COOKIE_LIFE = Duration.ofHours(12);
    private static final int MOST_COOKIES = 1_000;

    private final Tokens tokens;
    private final Clock clock;
    private final Map<ContentHash, Pass> links = new LinkedHashMap<>();
    private final Map<ContentHash, Pass> cookies = new LinkedHashMap<>();

    private record Pass(Caller caller, Instant end) {}

    public Logins(Tokens tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /// A code for one login on behalf of `caller`.
    public synchronized String code(Caller caller) {
        return enter(links, caller, LINK_LIFE);
    }

    /// Whether a code could still be redeemed.
    public synchronized boolean isOpen(String code) {
        var pass = links.get(Tokens.hash(code));
        return pass != null && !isOver(pass);
    }

    /// The value of a cookie for a code that was not used yet; empty for any other.
    public synchronized Optional<String> redeem(String code) {
        var pass = links.remove(Tokens.hash(code));
        if (pass == null || isOver(pass)) return Optional.empty();
        return Optional.of(enter(cookies, pass.caller(), COOKIE_LIFE));
    }

    /// Who a cookie stands for.
    public Optional<Caller> known(String cookie) throws Failure {
        Pass pass;
        synchronized (this) {
            pass = cookies.get(Tokens.hash(cookie));
        }
        if (pass == null || isOver(pass)) return Optional.empty();
        return tokens.isValid(pass.caller()) ? Optional.of(pass.caller()) : Optional.empty();
    }

    private String enter(Map<ContentHash, Pass> passes, Caller caller, Duration life) {
        passes.values().removeIf(this::isOver);
        if (passes.size() >= MOST_COOKIES) passes.remove(passes.keySet().iterator().next());
        String secret = tokens.secret();
        passes.put(Tokens.hash(secret), new Pass(caller, clock.instant().plus(life)));
        return secret;
    }

    private boolean isOver(Pass pass) {
        return !clock.instant().isBefore(pass.end());
    }
}
