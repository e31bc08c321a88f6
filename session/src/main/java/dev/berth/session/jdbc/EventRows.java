package dev.berth.session.jdbc;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.SessionKey;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The table of events, and the one of long texts, which would make a row grow.
record EventRows(Connection connection, SessionKey key) {
    /// The field that may be long, and the one that tells how long it was.
    private static final String TEXT = "text";

    private static final String SPILLED = "spilled";
    private static final int INLINE = 16 * 1024;
    private static final int PART = 64 * 1024;
    private static final int FEW = 16;

    void insert(List<Event> events) throws SQLException {
        try (var insert =
                Sql.of(
                        connection,
                        "insert into events (tenant, session, seq, ts, type, data)"
                                + " values (?, ?, ?, ?, ?, ?)")) {
            for (var event : events) {
                insert.again();
                insert.with(key)
                        .with(event.seq())
                        .with(Sql.micros(event.ts()))
                        .with(event.type().label())
                        .with(kept(event).compact())
                        .update();
            }
        }
    }

    /// What goes into the row: a long text is cut there, and lies in parts beside it.
    private Json.Obj kept(Event event) throws SQLException {
        String text = event.text(TEXT);
        if (text.length() <= INLINE) return event.data();
        int part = 0;
        for (int at = 0; at < text.length(); part++) {
            int end = bound(text, at + PART);
            spill(event.seq(), part, text.substring(at, end));
            at = end;
        }
        var fields = new LinkedHashMap<>(event.data().fields());
        fields.put(TEXT, Json.text(text.substring(0, bound(text, INLINE))));
        fields.put(SPILLED, Json.number(text.length()));
        return new Json.Obj(fields);
    }

    /// Never in the middle of a character.
    private static int bound(String text, int at) {
        if (at >= text.length()) return text.length();
        return Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    private void spill(long seq, int part, String content) throws SQLException {
        try (var insert =
                Sql.of(
                        connection,
                        "insert into spills (tenant, session, seq, part, content)"
                                + " values (?, ?, ?, ?, ?)")) {
            insert.with(key).with(seq).with(part).with(content).update();
        }
    }

    static final String AFTER =
            "select seq, ts, type, data from events"
                    + " where tenant = ? and session = ? and seq > ? order by seq limit ?";

    List<Event> after(long seq, int limit) throws SQLException, Failure {
        var events = new ArrayList<Event>();
        try (var select = Sql.of(connection, AFTER).with(key).with(seq).with(limit);
                var rows = select.ready().executeQuery()) {
            while (rows.next()) events.add(event(rows));
        }
        return events;
    }

    /// Newest first: along an index of messages alone, whatever was put out since.
    static final String MESSAGES =
            "select seq, ts, type, data from events"
                    + " where tenant = ? and session = ? and type = 'message' order by seq desc";

    Optional<Event> message(long turn) throws SQLException, Failure {
        try (var select = Sql.of(connection, MESSAGES).with(key);
                var rows = rows(select)) {
            while (rows.next()) {
                var event = event(rows);
                if (event.number("turn") == turn) return Optional.of(event);
                if (event.number("turn") < turn) return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static ResultSet rows(Sql select) throws SQLException {
        select.ready().setFetchSize(FEW);
        return select.ready().executeQuery();
    }

    private Event event(ResultSet row) throws SQLException, Failure {
        long number = row.getLong(1);
        return new Event(
                number,
                Sql.instant(row.getLong(2)),
                EventType.parse(row.getString(3)),
                data(row.getString(4), number));
    }

    Optional<String> spilled(long seq) throws SQLException {
        var text = new StringBuilder();
        try (var select =
                        Sql.of(
                                        connection,
                                        "select content from spills where tenant = ?"
                                                + " and session = ? and seq = ? order by part")
                                .with(key)
                                .with(seq);
                var rows = select.ready().executeQuery()) {
            while (rows.next()) text.append(rows.getString(1));
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text.toString());
    }

    private Json.Obj data(String text, long seq) throws Failure {
        try {
            return StrictJson.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (JsonRefusal refusal) {
            throw new Failure.Damaged(
                    "event %d of session %s is damaged: %s"
                            .formatted(seq, key.id(), refusal.shown()),
                    "rebuild the catalog with `berth doctor --rebuild-catalog`");
        }
    }
}
