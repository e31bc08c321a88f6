package dev.berth.failure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Something a caller can act on: what happened, and what to do next.
///
/// The family is closed. Every outer room translates it once, exhaustively, and [#type] is the name
/// that scripts and API clients may rely on. `facts` are named plain values (hashes, a holder's
/// pid) for those who want more than a sentence; secrets never go into any part of a failure.
public abstract sealed class Failure extends Exception {
    private static final long serialVersionUID = 1;

    private final String advice;
    private final transient Map<String, String> facts;

    private Failure(String what, String advice, Map<String, String> facts) {
        super(what);
        this.advice = advice;
        this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /// What happened, in one sentence without a full stop.
    public String what() {
        return String.valueOf(getMessage());
    }

    /// What to do next, in one sentence without a full stop; empty when `what` says it all.
    public String advice() {
        return advice;
    }

    /// Named values for programs, in a stable order.
    public Map<String, String> facts() {
        return facts;
    }

    /// The stable name of this kind, as used in problem types and in `--json`.
    public String type() {
        return switch (this) {
            case Malformed _ -> "malformed";
            case NotFound _ -> "not-found";
            case Locked _ -> "locked";
            case Damaged _ -> "damaged";
            case Conflict _ -> "conflict";
            case Refused _ -> "refused";
            case OverQuota _ -> "over-quota";
            case StaleWriter _ -> "stale-writer";
            case Unavailable _ -> "unavailable";
            case WrongKey _ -> "wrong-key";
        };
    }

    /// Keeps the technical reason for `--debug`; the user sees [#what] and [#advice].
    public <T extends Throwable> Failure because(T cause) {
        initCause(cause);
        return this;
    }

    /// What was asked for does not parse: a bad argument, a bad query, a bad identifier.
    public static final class Malformed extends Failure {
        private static final long serialVersionUID = 1;

        public Malformed(String what, String advice) {
            super(what, advice, Map.of());
        }
    }

    /// The thing named is not there.
    public static final class NotFound extends Failure {
        private static final long serialVersionUID = 1;

        public NotFound(String what, String advice) {
            super(what, advice, Map.of());
        }
    }

    /// Someone else holds it; waiting may help.
    public static final class Locked extends Failure {
        private static final long serialVersionUID = 1;

        public Locked(String what, String advice, Map<String, String> holder) {
            super(what, advice, holder);
        }
    }

    /// Stored bytes are not what they must be.
    public static final class Damaged extends Failure {
        private static final long serialVersionUID = 1;

        public Damaged(String what, String advice) {
            this(what, advice, Map.of());
        }

        public Damaged(String what, String advice, Map<String, String> facts) {
            super(what, advice, facts);
        }
    }

    /// The state has moved on, or the move is not possible from this state.
    public static final class Conflict extends Failure {
        private static final long serialVersionUID = 1;

        public Conflict(String what, String advice, Map<String, String> facts) {
            super(what, advice, facts);
        }
    }

    /// Understood, possible, and not done: it would be unsafe or is not allowed.
    public static final class Refused extends Failure {
        private static final long serialVersionUID = 1;

        public Refused(String what, String advice) {
            this(what, advice, Map.of());
        }

        public Refused(String what, String advice, Map<String, String> facts) {
            super(what, advice, facts);
        }
    }

    /// It would exceed what this session, tenant or user may use.
    public static final class OverQuota extends Failure {
        private static final long serialVersionUID = 1;

        public OverQuota(String what, String advice) {
            super(what, advice, Map.of());
        }
    }

    /// The writer was taken over meanwhile; nothing of its write was published.
    public static final class StaleWriter extends Failure {
        private static final long serialVersionUID = 1;

        public StaleWriter(String what, String advice) {
            super(what, advice, Map.of());
        }
    }

    /// Something outside does not answer or has no room: a disk, a server, an engine.
    public static final class Unavailable extends Failure {
        private static final long serialVersionUID = 1;

        public Unavailable(String what, String advice) {
            super(what, advice, Map.of());
        }
    }

    /// The key is wrong or missing; nothing was decrypted.
    public static final class WrongKey extends Failure {
        private static final long serialVersionUID = 1;

        public WrongKey(String what, String advice) {
            super(what, advice, Map.of());
        }
    }
}
