package dev.berth.depot.key;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// What one set of keys covers: everything of a tenant, or one session and its forks. Safe as a
/// file name, and unlike any other folder of a tenant, by construction.
public sealed interface DomainName {
    DomainName COMMON = new Common();

    /// The domain that a session has for itself.
    static DomainName of(SessionId session) {
        return new Own(session);
    }

    /// The domain that someone named: `common`, or `own.` and a session's id.
    static DomainName parse(String text) throws Failure {
        return read(text)
                .orElseThrow(
                        () ->
                                new Failure.Malformed(
                                        "not the name of a key domain",
                                        "it is 'common', or 'own.' and a session's id; see"
                                                + " `berth depot keys show`"));
    }

    /// As [#parse], for names that are met where others may stand as well.
    static Optional<DomainName> read(String text) {
        if (text.equals("common")) return Optional.of(COMMON);
        if (!text.startsWith(Own.PREFIX)) return Optional.empty();
        try {
            return Optional.of(of(SessionId.parse(text.substring(Own.PREFIX.length()))));
        } catch (Failure _) {
            return Optional.empty();
        }
    }

    /// The name as it stands in a depot.
    String value();

    /// The tenant's: its sessions share chunks.
    record Common() implements DomainName {
        @Override
        public String value() {
            return "common";
        }

        // Written out: what a record gets by itself is linked at run time, which a short command
        // feels.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Common;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return value();
        }
    }

    /// A session's own: destroying it takes that session and nothing else.
    record Own(SessionId session) implements DomainName {
        // No session's id has a dot: a session called `common` meets nobody.
        private static final String PREFIX = "own.";

        @Override
        public String value() {
            return PREFIX + session.value();
        }

        @Override
        public String toString() {
            return value();
        }
    }
}
