package dev.berth.server.workspaces;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.server.http.Query;
import dev.berth.session.Durations;
import dev.berth.session.Mobility;
import dev.berth.session.Quota;
import dev.berth.session.Storage;
import dev.berth.session.life.NewSession;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What a new workspace is to be, as it is written in a call.
final class Wishes {
    private Wishes() {}

    /// The fields as texts and numbers, which may mean nothing yet.
    record Typed(
            String agent,
            String name,
            Optional<String> storage,
            Optional<String> mobility,
            OptionalLong quotaMb,
            List<String> tags,
            Optional<String> expiresIn,
            Optional<String> retention,
            boolean ownKey,
            boolean playbook,
            Optional<String> from) {
        static Typed read(JsonReader in) throws JsonRefusal {
            return new Typed(
                    in.optionalText("agent").orElse("shell"),
                    in.optionalText("name").orElse(""),
                    in.optionalText("storage"),
                    in.optionalText("mobility"),
                    in.optionalInteger("quota_mb", Long.MIN_VALUE, Long.MAX_VALUE),
                    Fielded.texts(in, "tags").orElse(List.of()),
                    in.optionalText("expires_in"),
                    in.optionalText("retention"),
                    in.optionalBool("own_key").orElse(false),
                    in.optionalBool("playbook").orElse(false),
                    in.optionalText("from"));
        }

        /// As the words of a query say it.
        static Typed of(Query query) throws Failure {
            var quota = query.number("quota_mb", 0, Long.MAX_VALUE);
            return new Typed(
                    query.text("agent").orElse("shell"),
                    query.text("name").orElse(""),
                    query.text("storage"),
                    query.text("mobility"),
                    quota.isPresent() ? OptionalLong.of(quota.get()) : OptionalLong.empty(),
                    query.text("tags").map(text -> List.of(text.split(",", -1))).orElse(List.of()),
                    query.text("expires_in"),
                    query.text("retention"),
                    query.flag("own_key").orElse(false),
                    query.flag("playbook").orElse(false),
                    Optional.empty());
        }

        NewSession wish(SessionId tenant) throws Failure {
            return new NewSession(
                    tenant,
                    Optional.empty(),
                    agent,
                    Labels.name(name),
                    storage.isPresent() ? Storage.parse(storage.get()) : Storage.CAS,
                    mobility.isPresent() ? Mobility.parse(mobility.get()) : Mobility.LOCAL,
                    quotaMb.isPresent() ? Quota.parse(quotaMb.getAsLong()) : Quota.DEFAULT,
                    Labels.tags(tags),
                    duration(expiresIn),
                    duration(retention),
                    ownKey,
                    playbook);
        }
    }

    static Optional<Duration> duration(Optional<String> text) throws Failure {
        return text.isPresent() ? Optional.of(Durations.parse(text.get())) : Optional.empty();
    }
}
