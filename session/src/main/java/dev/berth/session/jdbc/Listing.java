package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.session.Session;
import dev.berth.session.catalog.Cursor;
import dev.berth.session.catalog.Filter;
import dev.berth.session.catalog.Page;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Optional;

/// Reads a page of sessions along the index that fits the filter best. What the index cannot tell
/// is looked at row by row, of at most [#LOOKS] rows. A row that cannot be read hides no other.
record Listing(SessionId tenant, Filter filter, Optional<Cursor> after) {
    static final int LOOKS = 2_000;

    private static final String COLUMNS = "select s.created, s.id, s.facts from sessions s";
    private static final String ORDER = " order by s.created desc, s.id desc limit ?";

    /// The query, with its values in the order of [#values].
    String sql() {
        if (filter.tag().isPresent()) {
            return "select t.created, t.id, s.facts from tags t"
                    + " join sessions s on s.tenant = t.tenant and s.id = t.id"
                    + " where t.tenant = ? and t.tag = ?"
                    + (after.isPresent() ? " and (t.created, t.id) < (?, ?)" : "")
                    + " order by t.created desc, t.id desc limit ?";
        }
        return COLUMNS + " where s.tenant = ?" + chosen() + before() + ORDER;
    }

    private String chosen() {
        if (filter.pinned().orElse(false)) return " and s.pinned = 1";
        if (filter.starred().orElse(false)) return " and s.starred = 1";
        if (filter.archived().orElse(false)) return " and s.archived = 1";
        if (filter.status().isPresent()) return " and s.state = ?";
        return filter.playbooks() ? "" : " and s.hidden = 0";
    }

    private String before() {
        return after.isPresent() ? " and (s.created, s.id) < (?, ?)" : "";
    }

    private boolean isByState() {
        return filter.tag().isEmpty()
                && !filter.pinned().orElse(false)
                && !filter.starred().orElse(false)
                && !filter.archived().orElse(false)
                && filter.status().isPresent();
    }

    Sql values(Sql sql, int rows) throws SQLException {
        sql.with(tenant.value());
        if (filter.tag().isPresent()) sql.with(filter.tag().get());
        if (isByState()) sql.with(filter.status().orElseThrow().label());
        if (after.isPresent()) {
            sql.with(after.get().createdMicros()).with(after.get().id().value());
        }
        return sql.with(rows);
    }

    /// Reads as many rows as a page holds, and more of them only where too few fit the filter: a
    /// database may send all that it is asked for before the first is looked at.
    Page<Session> page(Connection connection, int limit) throws SQLException {
        var found = new ArrayList<Session>();
        var at = after;
        int looked = 0;
        for (int rows = limit + 1; looked < LOOKS; rows *= 2) {
            var some = new Listing(tenant, filter, at);
            int most = Math.min(rows, LOOKS - looked);
            int count = 0;
            try (var select = some.values(Sql.of(connection, some.sql()), most);
                    var result = select.ready().executeQuery()) {
                while (result.next()) {
                    if (found.size() == limit) return new Page<>(found, at);
                    count++;
                    var id = new SessionId(result.getString(2));
                    at = Optional.of(new Cursor(result.getLong(1), id));
                    Roll.readable(result.getString(3), id)
                            .filter(filter::shows)
                            .ifPresent(found::add);
                }
            }
            if (count < most) return new Page<>(found, Optional.empty());
            looked += count;
        }
        return new Page<>(found, at);
    }
}
