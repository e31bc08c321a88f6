package dev.berth.session;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Map;

/// A session as JSON, `berth-session/1`: what a catalog keeps of it, and what each of its
/// checkpoints carries.
public final class SessionCodec {
    private static final String FORMAT = "berth-session/1";

    private SessionCodec() {}

    public static Json.Obj encode(Session session) {
        return Json.object()
                .put("format", FORMAT)
                .put("tenant", session.tenant().value())
                .put("session_id", session.id().value())
                .put("name", session.name())
                .put("agent", session.agent())
                .put("status", session.state().label())
                .put("storage", session.place().storage().label())
                .put("mobility", session.place().mobility().label())
                .put("region", session.place().node().region())
                .put("node", session.place().node().name())
                .put("quota_mb", session.room().quota().megabytes())
                .put("used_bytes", session.room().usedBytes())
                .put("marks", session.marks().json())
                .put("times", session.times().stored())
                .put("life", session.life().stored())
                .putTexts("warnings", session.warnings())
                .build();
    }

    public static Session decode(String text, String subject) throws Failure {
        try {
            return StrictJson.read(text.getBytes(StandardCharsets.UTF_8), SessionCodec::read);
        } catch (JsonRefusal refusal) {
            throw damaged(subject, refusal.shown());
        } catch (IllegalArgumentException | DateTimeException nonsense) {
            throw damaged(subject, "it holds values that cannot be");
        }
    }

    private static Session read(JsonReader in) throws JsonRefusal {
        if (!in.text("format").equals(FORMAT)) throw in.wrongValue("format", "not known");
        return new Session(
                new SessionId(in.text("tenant")),
                new SessionId(in.text("session_id")),
                in.text("name"),
                in.text("agent"),
                in.oneOf("status", SessionState.class),
                new Session.Place(
                        in.oneOf("storage", Storage.class),
                        in.oneOf("mobility", Mobility.class),
                        new Node(in.text("node"), in.text("region"))),
                new Session.Room(
                        new Quota(in.integer("quota_mb", 1, Long.MAX_VALUE)),
                        in.integer("used_bytes", 0, Long.MAX_VALUE)),
                in.object("marks", Marks::read),
                in.object("times", Times::read),
                in.object("life", Life::read),
                in.texts("warnings"));
    }

    private static Failure damaged(String subject, String why) {
        return new Failure.Damaged(
                "%s is damaged: %s".formatted(subject, why),
                "rebuild the catalog with `berth doctor --rebuild-catalog`",
                Map.of("subject", subject));
    }
}
