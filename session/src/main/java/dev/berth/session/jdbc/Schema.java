package dev.berth.session.jdbc;

import dev.berth.session.jdbc.Dialect.Migration;

import java.util.List;

/// The tables of a catalog. Times are microseconds since 1970; what is listed by has a column of
/// its own, all else of a session is in `facts`.
///
/// Every listing goes along an index whose order is that of the page, so that a page costs the same
/// among a million sessions as among ten.
public final class Schema {
    private Schema() {}

    /// All steps, with the dialect's words for a text compared byte by byte and for the end of a
    /// table that is nothing but its key.
    public static List<Migration> steps(String text, String end) {
        return List.of(
                new Migration(1, said(FIRST, text, end)),
                new Migration(2, said(SECOND, text, end)),
                new Migration(3, said(THIRD, text, end)));
    }

    private static List<String> said(List<String> step, String text, String end) {
        return step.stream().map(sql -> sql.replace("TEXT", text).replace("END", end)).toList();
    }

    private static final List<String> FIRST =
            List.of(
                    """
                    create table tenants (name TEXT primary key, created bigint not null)\
                    """,
                    """
                    create table tokens (
                        id TEXT primary key, tenant TEXT not null, hash TEXT not null unique,
                        scopes TEXT not null, name TEXT not null, created bigint not null)\
                    """,
                    """
                    create table sessions (
                        tenant TEXT not null, id TEXT not null, state TEXT not null,
                        node TEXT not null, pinned integer not null, starred integer not null,
                        hidden integer not null, created bigint not null, active bigint not null,
                        goes bigint, last_seq bigint not null, commits bigint not null,
                        facts TEXT not null, primary key (tenant, id))\
                    """,
                    """
                    create table tags (
                        tenant TEXT not null, tag TEXT not null, created bigint not null,
                        id TEXT not null, primary key (tenant, tag, created, id)) END\
                    """,
                    """
                    create table events (
                        tenant TEXT not null, session TEXT not null, seq bigint not null,
                        ts bigint not null, type TEXT not null, data TEXT not null,
                        primary key (tenant, session, seq)) END\
                    """,
                    """
                    create table spills (
                        tenant TEXT not null, session TEXT not null, seq bigint not null,
                        part integer not null, content TEXT not null,
                        primary key (tenant, session, seq, part)) END\
                    """,
                    """
                    create table checkpoints (
                        tenant TEXT not null, session TEXT not null, id TEXT not null,
                        seq bigint not null, parent TEXT, line TEXT not null,
                        consistent integer not null, created bigint not null,
                        primary key (tenant, session, id)) END\
                    """,
                    """
                    create table commits (
                        tenant TEXT not null, session TEXT not null, number bigint not null,
                        token TEXT not null, before_seq bigint not null,
                        last_seq bigint not null, primary key (tenant, session, number)) END\
                    """,
                    """
                    create table holders (
                        name TEXT primary key, node TEXT not null, region TEXT not null,
                        beats bigint not null, dead integer not null)\
                    """,
                    """
                    create table leases (
                        tenant TEXT not null, session TEXT not null, epoch bigint not null,
                        holder TEXT, primary key (tenant, session)) END\
                    """,
                    "create index sessions_shown on sessions (tenant, hidden, created, id)",
                    "create index sessions_made on sessions (tenant, created, id)",
                    "create index sessions_state on sessions (tenant, state, created, id)",
                    """
                    create index sessions_pinned on sessions (tenant, created, id)
                        where pinned = 1\
                    """,
                    """
                    create index sessions_starred on sessions (tenant, created, id)
                        where starred = 1\
                    """,
                    "create index sessions_quiet on sessions (state, active)",
                    "create index sessions_node on sessions (node, state, active)",
                    "create index sessions_goes on sessions (node, goes) where goes is not null");

    /// Messages are found among any amount of output; and who needs a key that sessions share.
    private static final List<String> SECOND =
            List.of(
                    """
                    create index events_messages on events (tenant, session, seq)
                        where type = 'message'\
                    """,
                    """
                    create table key_holders (
                        tenant TEXT not null, domain TEXT not null, session TEXT not null,
                        primary key (tenant, domain, session)) END\
                    """);

    /// What was put away is found among a million that were not. In `facts` no name can say what is
    /// looked for: its quotes are escaped there.
    private static final List<String> THIRD =
            List.of(
                    "alter table sessions add column archived integer not null default 0",
                    "update sessions set archived = 1 where facts like '%\"archived\":true%'",
                    """
                    create index sessions_archived on sessions (tenant, created, id)
                        where archived = 1\
                    """);
}
