package dev.berth.flow;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonLimits;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.flow.FlowSession.Approval;
import dev.berth.flow.FlowSession.Status;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// `session.json`, format `berth-flow/1`: written so that a person can read the diff, read so that
/// nothing is guessed. The table of its fields is in `docs/format/flow.md`.
final class SessionCodec {
    static final String FORMAT = "berth-flow/1";

    /// Saving refuses a session that would take more, so that what was saved can be read.
    static final int LONGEST_FILE_BYTES = 16 << 20;

    private static final Pattern LATER = Pattern.compile("berth-flow/([1-9][0-9]{0,17})");
    private static final Pattern UTC =
            Pattern.compile(
                    "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    private static final JsonLimits LIMITS = JsonLimits.USUAL.withDocumentBytes(LONGEST_FILE_BYTES);

    private SessionCodec() {}

    /// What a file turned out to hold.
    sealed interface Decoded {
        record Known(FlowSession session) implements Decoded {}

        /// Written by a version that knows more than this one.
        record Newer(String format) implements Decoded {}
    }

    static byte[] encode(FlowSession session) {
        return Json.object().put("format", FORMAT).putAll(fields(session)).build().file();
    }

    /// The fields of a session as programs see them, in the file and in answers.
    static Json.Obj fields(FlowSession session) {
        return Json.object()
                .put("id", session.id().value())
                .put("goal", session.goal())
                .put("status", word(session.status()))
                .put("approval", word(session.approval()))
                .put("features", session.features().stream().map(SessionCodec::feature).toList())
                .putText("active_feature", session.active().map(FeatureId::value))
                .put("notes", session.notes().stream().map(SessionCodec::note).toList())
                .put("created_at", session.created())
                .put("updated_at", session.updated())
                .putText("closed_at", session.closed().map(Object::toString))
                .build();
    }

    static Decoded decode(byte[] bytes) throws JsonRefusal {
        var fields = StrictJson.open(bytes, LIMITS);
        String format = fields.text("format");
        if (!format.equals(FORMAT)) {
            if (isLater(format)) return new Decoded.Newer(format);
            throw fields.wrongValue("format", "has to be " + FORMAT);
        }
        var session = session(fields);
        fields.done();
        return new Decoded.Known(session);
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static boolean isLater(String format) {
        var later = LATER.matcher(format);
        return later.matches() && AllegedFormat.isLater(later.group(1));
    }

    private static FlowSession session(JsonReader fields) throws JsonRefusal {
        var id = fields.text("id");
        if (!FlowId.isOne(id)) throw fields.wrongValue("id", "is not a session's id");
        var status = fields.oneOf("status", Status.class);
        var features = fields.list("features", SessionCodec::readFeature);
        var active = fields.optionalText("active_feature");
        if (active.isPresent() && !FeatureId.isOne(active.get())) {
            throw fields.wrongValue("active_feature", "is not a feature's id");
        }
        var activeId = active.map(FeatureId::new);
        var created = time(fields, "created_at");
        var updated = time(fields, "updated_at");
        Optional<Instant> closed =
                fields.optionalText("closed_at").isPresent()
                        ? Optional.of(time(fields, "closed_at"))
                        : Optional.empty();
        var times = new SessionRules.Times(created, updated, closed);
        var wrong = SessionRules.contradiction(features, activeId, status, times);
        if (wrong.isPresent()) {
            throw fields.wrongValue(wrong.get().field(), wrong.get().reason());
        }
        if (features.size() > Wording.MOST_FEATURES) {
            throw fields.wrongValue("features", "has too many entries");
        }
        return new FlowSession(
                new FlowId(id),
                worded(fields, "goal", Wording.GOAL),
                status,
                fields.oneOf("approval", Approval.class),
                features,
                activeId,
                notes(fields),
                created,
                updated,
                closed);
    }

    private static List<FlowNote> notes(JsonReader fields) throws JsonRefusal {
        var notes = fields.list("notes", SessionCodec::readNote);
        if (notes.size() > Wording.MOST_NOTES) {
            throw fields.wrongValue("notes", "has too many entries");
        }
        return notes;
    }

    private static Feature readFeature(JsonReader fields) throws JsonRefusal {
        String id = fields.text("id");
        if (!FeatureId.isOne(id)) throw fields.wrongValue("id", "is not a feature's id");
        return new Feature(
                new FeatureId(id),
                worded(fields, "title", Wording.TITLE),
                fields.oneOf("status", Feature.Status.class));
    }

    private static FlowNote readNote(JsonReader fields) throws JsonRefusal {
        return new FlowNote(time(fields, "at"), worded(fields, "text", Wording.NOTE));
    }

    /// One way to write a time, so that texts sort as times do.
    private static Instant time(JsonReader fields, String name) throws JsonRefusal {
        var time = fields.instant(name);
        if (UTC.matcher(fields.text(name)).matches() && !time.isAfter(LATEST)) return time;
        throw fields.wrongValue(name, "has to be a time in UTC such as 2026-01-31T12:00:00Z");
    }

    private static String worded(JsonReader fields, String name, Wording wording)
            throws JsonRefusal {
        String text = fields.text(name);
        if (wording.fits(text)) return text;
        throw fields.wrongValue(name, "is empty or too long");
    }

    private static Json feature(Feature feature) {
        return Json.object()
                .put("id", feature.id().value())
                .put("title", feature.title())
                .put("status", word(feature.status()))
                .build();
    }

    private static Json note(FlowNote note) {
        return Json.object().put("at", note.at()).put("text", note.text()).build();
    }
}
