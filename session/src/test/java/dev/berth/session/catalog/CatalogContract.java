package dev.berth.session.catalog;

import static dev.berth.session.Samples.NOON;
import static dev.berth.session.Samples.TENANT;
import static dev.berth.session.Samples.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.disk.SessionId;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Marks;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Times;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.catalog.Leases.Grant;
import dev.berth.session.catalog.Leases.Holder;
import dev.berth.session.jdbc.JdbcCatalog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/// What every catalog promises.
public abstract class CatalogContract {
    /// What a query asks for, and the index that has nothing else.
    private static final Map<String, String> INDEXES =
            Map.of(
                    "s.pinned = 1", "sessions_pinned",
                    "s.starred = 1", "sessions_starred",
                    "s.archived = 1", "sessions_archived",
                    "s.hidden = 0", "sessions_shown",
                    "s.state = ?", "sessions_state",
                    "active < ?", "sessions_quiet",
                    "goes < ?", "sessions_goes",
                    "node = ? and state = ?", "sessions_node");

    private JdbcCatalog catalog;

    /// A catalog on a database that is the same for all calls of one test.
    protected abstract JdbcCatalog open() throws Exception;

    /// The same rows, in a database that does without an index only where there is none.
    protected JdbcCatalog forPlans() throws Exception {
        return open();
    }

    /// Whether a plan reads a whole table.
    protected abstract boolean scansATable(String plan);

    /// Where the database is, for whoever speaks to it past the catalog.
    protected abstract String url();

    @BeforeEach
    void begin() throws Exception {
        catalog = open();
        catalog.leases().join(new Holder("h1", "a", "r"));
        catalog.leases().join(new Holder("h2", "b", "r"));
    }

    @AfterEach
    void end() {
        catalog.close();
    }

    private static Event.Draft said(String text) {
        return new Event.Draft(EventType.MESSAGE, Json.object().put("text", text).build());
    }

    private Lease made(Session session) throws Failure {
        catalog.create(
                session,
                new Change.First(Optional.of("h1"), List.of(), List.of(said("0")), List.of()));
        return catalog.leases().current(session.key()).orElseThrow();
    }

    @Test
    void aSessionIsFoundAsItWasEnteredAlsoAfterOpeningAgain() throws Exception {
        made(session("ses_a"));
        catalog.close();
        catalog = open();
        assertThat(catalog.find(session("ses_a").key())).contains(session("ses_a"));
        assertThat(catalog.find(session("ses_b").key())).isEmpty();
        var other = new SessionKey(new SessionId("other"), session("ses_a").id());
        assertThat(catalog.find(other)).isEmpty();
    }

    @Test
    void sessionsAreFoundByAStartOfTheirId() throws Failure {
        for (String id : List.of("ses_a", "ses_ab", "ses_aB", "ses_b", "pb-a")) made(session(id));
        assertThat(starting("ses_a", 9)).containsExactly("ses_a", "ses_aB", "ses_ab");
        assertThat(starting("ses_a", 2)).hasSize(2);
        assertThat(starting("ses_ab", 9)).containsExactly("ses_ab");
        assertThat(starting("ses", 9)).hasSize(4).doesNotContain("pb-a");
        assertThat(starting("x", 9)).isEmpty();
        assertThat(catalog.starting(new SessionId("other"), "ses_a", 9)).isEmpty();
    }

    private List<String> starting(String start, int limit) throws Failure {
        return catalog.starting(session("ses_a").tenant(), start, limit).stream()
                .map(session -> session.id().value())
                .toList();
    }

    @Test
    void anIdIsTakenOnce() throws Failure {
        made(session("ses_a"));
        assertThatThrownBy(() -> catalog.create(session("ses_a"), Change.First.of()))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(catalog.events(session("ses_a").key(), 0, 10)).hasSize(1);
    }

    @Test
    void eventsHaveNumbersWithoutGapsWhoeverWrites() throws Exception {
        var lease = made(session("ses_a"));
        var tasks = new ArrayList<Callable<Committed>>();
        for (int i = 0; i < 40; i++) {
            String text = "m" + i;
            tasks.add(
                    () ->
                            catalog.commit(
                                    lease, (now, _) -> Change.of(now, said(text), said(text))));
        }
        try (var threads = Executors.newFixedThreadPool(6)) {
            for (var done : threads.invokeAll(tasks)) {
                var events = done.get().events();
                assertThat(events.get(1).seq()).isEqualTo(events.get(0).seq() + 1);
            }
        }
        var events = catalog.events(lease.key(), 0, 1_000);
        assertThat(events)
                .extracting(Event::seq)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 81).boxed().toList());
        assertThat(catalog.events(lease.key(), 79, 1)).extracting(Event::seq).containsExactly(80L);
    }

    @Test
    void aFailedStepLeavesNothing() throws Failure {
        var lease = made(session("ses_a"));
        assertThatThrownBy(
                        () ->
                                catalog.commit(
                                        lease,
                                        (_, _) -> {
                                            throw new Failure.Refused("no", "");
                                        }))
                .isInstanceOf(Failure.Refused.class);
        assertThat(catalog.events(lease.key(), 0, 10)).hasSize(1);
    }

    @Test
    void aLateWriterIsRefusedInsideItsTransaction() throws Failure {
        var old = made(session("ses_a"));
        assertThat(catalog.leases().take(old.key(), "h2")).isInstanceOf(Grant.Taken.class);
        assertThat(catalog.leases().beat("h1")).isTrue();
        assertThat(catalog.leases().bury("h1", 0)).as("it has beaten since").isFalse();
        assertThat(catalog.leases().bury("h1", 1)).isTrue();
        var grant = (Grant.Held) catalog.leases().take(old.key(), "h2");
        assertThat(grant.fromDead()).contains("h1");
        assertThat(grant.lease().epoch()).isGreaterThan(old.epoch());
        assertThatThrownBy(() -> catalog.commit(old, (now, _) -> Change.of(now, said("late"))))
                .isInstanceOf(Failure.StaleWriter.class);
        assertThatThrownBy(() -> catalog.delete(old)).isInstanceOf(Failure.StaleWriter.class);
        assertThat(catalog.leases().beat("h1")).as("the dead stay dead").isFalse();
        catalog.commit(grant.lease(), (now, _) -> Change.of(now, said("new")));
        assertThat(catalog.events(old.key(), 0, 10))
                .extracting(event -> event.text("text"))
                .containsExactly("0", "new");
    }

    @Test
    void aLeaseGivenBackIsFreeAndItsFormerHolderStale() throws Failure {
        var old = made(session("ses_a"));
        catalog.leases().release(old);
        assertThat(catalog.leases().current(old.key())).isEmpty();
        assertThatThrownBy(() -> catalog.commit(old, (now, _) -> Change.of(now)))
                .isInstanceOf(Failure.StaleWriter.class);
        var grant = (Grant.Held) catalog.leases().take(old.key(), "h2");
        catalog.leases().release(old);
        assertThat(catalog.leases().current(old.key())).contains(grant.lease());
    }

    @Test
    void marksAreChangedBesideTheWriter() throws Failure {
        var lease = made(session("ses_a"));
        catalog.amend(lease.key(), (now, _) -> Change.of(now.named("new"), said("renamed")));
        catalog.commit(lease, (now, _) -> Change.of(now.in(SessionState.ACTIVE)));
        var now = catalog.find(lease.key()).orElseThrow();
        assertThat(now.name()).isEqualTo("new");
        assertThat(now.state()).isEqualTo(SessionState.ACTIVE);
    }

    @Test
    void checkpointsAreEnteredWithTheCommitAndMoveBetweenLines() throws Failure {
        var lease = made(session("ses_a"));
        var id = new CheckpointId("cp_" + "0".repeat(26));
        var row = new CheckpointRow(id, 1, Optional.empty(), CheckpointRow.Line.MAIN, true, NOON);
        catalog.commit(lease, (now, _) -> new Change(now, List.of(), Optional.of(row)));
        assertThat(catalog.checkpoints(lease.key())).containsExactly(row);
        var aside = row.on(CheckpointRow.Line.ASIDE);
        catalog.commit(lease, (now, _) -> new Change(now, List.of(), Optional.of(aside)));
        assertThat(catalog.checkpoints(lease.key())).containsExactly(aside);
    }

    @Test
    void longTextsSpillAndComeBackWhole() throws Failure {
        var lease = made(session("ses_a"));
        var text = "😀x\n".repeat(60_000);
        catalog.commit(lease, (now, _) -> Change.of(now, said(text), said("short")));
        var events = catalog.events(lease.key(), 1, 10);
        assertThat(events.getFirst().text("text").length()).isLessThan(20_000);
        assertThat(events.getFirst().number("spilled")).isEqualTo(text.length());
        assertThat(catalog.spilled(lease.key(), 2)).contains(text);
        assertThat(catalog.spilled(lease.key(), 3)).isEmpty();
    }

    @Test
    void deletingLeavesNoRow() throws Failure {
        var lease = made(session("ses_a").marked(tagged("t")));
        assertThat(catalog.delete(lease)).isTrue();
        assertThat(catalog.find(lease.key())).isEmpty();
        assertThat(catalog.events(lease.key(), 0, 10)).isEmpty();
        assertThat(listed(Filter.ALL.tagged("t"), 10)).isEmpty();
        assertThat(catalog.delete(lease)).isFalse();
        made(session("ses_a"));
    }

    private static Marks tagged(String... tags) {
        return new Marks(false, false, false, List.of(tags), Optional.empty(), false, false);
    }

    private List<String> listed(Filter filter, int limit) throws Failure {
        var ids = new ArrayList<String>();
        Optional<Cursor> cursor = Optional.empty();
        do {
            var page = catalog.list(TENANT, filter, cursor, limit);
            page.items().forEach(each -> ids.add(each.id().value()));
            cursor =
                    page.next().isEmpty()
                            ? Optional.empty()
                            : Optional.of(Cursor.parse(page.next().get().text()));
        } while (cursor.isPresent());
        return ids;
    }

    @Test
    void everyFilterShowsExactlyWhatItSays() throws Failure {
        var random = new SplittableRandom(11);
        var all = new ArrayList<Session>();
        for (int i = 0; i < 120; i++) {
            boolean playbook = random.nextInt(4) == 0;
            var marks =
                    new Marks(
                            random.nextBoolean(),
                            random.nextBoolean(),
                            random.nextBoolean(),
                            random.nextBoolean() ? List.of("x", "y") : List.of("z"),
                            Optional.empty(),
                            playbook,
                            playbook && random.nextBoolean());
            // Several of one instant: the order needs the id as well.
            var made = session("ses_%03d".formatted(i), NOON.plusMillis(random.nextInt(30)));
            var states = SessionState.values();
            all.add(made.marked(marks).in(states[random.nextInt(states.length)]));
        }
        var shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(3));
        for (var each : shuffled) catalog.create(each, Change.First.of());
        var filters =
                List.of(
                        Filter.ALL,
                        Filter.ALL.withPlaybooks(),
                        Filter.ALL.in(SessionState.IDLE),
                        Filter.ALL.pinned(true),
                        Filter.ALL.pinned(false).starred(true),
                        Filter.ALL.starred(false).archived(true),
                        Filter.ALL.archived(true).in(SessionState.IDLE),
                        Filter.ALL.archived(false).saying("9"),
                        Filter.ALL.tagged("x").in(SessionState.PAUSED),
                        Filter.ALL.tagged("nothing"),
                        Filter.ALL.saying("SES_01").withPlaybooks());
        for (var filter : filters) {
            var expected =
                    all.stream()
                            .filter(filter::shows)
                            .sorted(
                                    (a, b) -> {
                                        int time =
                                                b.times()
                                                        .createdAt()
                                                        .compareTo(a.times().createdAt());
                                        return time != 0
                                                ? time
                                                : b.id().value().compareTo(a.id().value());
                                    })
                            .map(each -> each.id().value())
                            .toList();
            for (int limit : new int[] {1, 7, 500}) {
                assertThat(listed(filter, limit)).as("%s", filter).isEqualTo(expected);
            }
        }
    }

    @Test
    void pagesNeitherSkipNorRepeatWhileRowsChange() throws Failure {
        for (int i = 0; i < 60; i++) made(session("ses_%02d".formatted(i), NOON.plusSeconds(i)));
        var seen = new ArrayList<String>();
        Optional<Cursor> cursor = Optional.empty();
        int step = 0;
        do {
            var page = catalog.list(TENANT, Filter.ALL, cursor, 7);
            page.items().forEach(each -> seen.add(each.id().value()));
            cursor = page.next();
            // What was shown is touched, what is new comes, what was shown goes.
            var key = session("ses_%02d".formatted(59 - step)).key();
            catalog.amend(
                    key,
                    (now, _) -> Change.of(now.timed(now.times().active(NOON.plusSeconds(9_999)))));
            made(session("new_%d".formatted(step), NOON.plusSeconds(1_000 + step)));
            catalog.delete(
                    catalog.leases()
                            .current(session("ses_%02d".formatted(58 - step)).key())
                            .orElseThrow());
            step += 2;
        } while (cursor.isPresent());
        assertThat(seen).hasSize(60).doesNotHaveDuplicates().allMatch(id -> id.startsWith("ses_"));
    }

    @Test
    void sweepsFindWhatIsQuietAndWhatGoes() throws Failure {
        var quiet = session("ses_a").in(SessionState.ACTIVE);
        var busy = session("ses_b", NOON.plusSeconds(100)).in(SessionState.ACTIVE);
        var over = session("ses_c").in(SessionState.EXPIRED);
        over =
                over.timed(
                        over.times()
                                .ended(
                                        new Times.Over(
                                                NOON, Times.TERMINATED, false, Optional.empty())));
        for (var each : List.of(quiet, busy, over)) catalog.create(each, Change.First.of());
        assertThat(catalog.quiet(SessionState.ACTIVE, NOON.plusSeconds(50), 9))
                .containsExactly(quiet);
        assertThat(catalog.on("a", SessionState.ACTIVE, 9)).containsExactly(quiet, busy);
        assertThat(catalog.on("b", SessionState.ACTIVE, 9)).isEmpty();
        var due = NOON.plus(over.times().retention());
        String node = over.place().node().name();
        assertThat(catalog.going(node, due, 9)).isEmpty();
        assertThat(catalog.going(node, due.plusSeconds(1), 9)).containsExactly(over);
        assertThat(catalog.going("elsewhere", due.plusSeconds(1), 9)).isEmpty();
    }

    @Test
    void countsTheSessionsOfANodeByState() throws Exception {
        var busy = session("ses_a").in(SessionState.ACTIVE).using(5);
        busy = busy.living(busy.life().turning(busy.life().turns().ask().ask().end().ask()));
        // A name that looks like a fact is none.
        var named = session("ses_b").in(SessionState.ACTIVE).using(7).named("\"used_bytes\":900,");
        var cold = session("ses_c").in(SessionState.RESUMABLE).using(11);
        for (var each : List.of(busy, named, cold)) catalog.create(each, Change.First.of());
        assertThat(catalog.census("a"))
                .containsExactlyInAnyOrder(
                        new Catalog.Standing(SessionState.ACTIVE, 2, 2, 12),
                        new Catalog.Standing(SessionState.RESUMABLE, 1, 0, 11));
        assertThat(catalog.census("elsewhere")).isEmpty();
    }

    @Test
    void noListingAndNoSweepReadsAllSessions() throws Exception {
        for (int i = 0; i < 400; i++) {
            catalog.create(
                    session("ses_%03d".formatted(i), NOON.plusSeconds(i)), Change.First.of());
        }
        try (var asked = forPlans()) {
            for (var plan : asked.plans(TENANT)) {
                String told = plan.query() + "\n" + plan.plan();
                assertThat(scansATable(plan.plan())).as(told).isFalse();
                // Along another one rows that do not count would be passed over, a million of them.
                INDEXES.forEach(
                        (condition, index) -> {
                            if (plan.query().contains(condition)) {
                                assertThat(plan.plan()).as(told).contains(index);
                            }
                        });
            }
        }
    }

    @Test
    void aCatalogFromBeforeListsWhatWasArchivedThen() throws Exception {
        var archived = new Marks(false, false, true, List.of(), Optional.empty(), false, false);
        catalog.create(session("ses_a").marked(archived), Change.First.of());
        catalog.create(session("ses_b").named("\",\"archived\":true,\""), Change.First.of());
        try (var old = DriverManager.getConnection(url());
                var statement = old.createStatement()) {
            statement.execute("drop index sessions_archived");
            statement.execute("alter table sessions drop column archived");
            statement.execute("delete from berth_schema where step = 3");
        }
        catalog.close();
        catalog = open();
        assertThat(listed(Filter.ALL.archived(true), 9)).containsExactly("ses_a");
        assertThat(listed(Filter.ALL.archived(false), 9)).containsExactly("ses_b");
        var key = session("ses_b").key();
        catalog.amend(key, (now, _) -> Change.of(now.marked(archived)));
        assertThat(listed(Filter.ALL.archived(true), 9)).containsExactly("ses_b", "ses_a");
    }

    @Test
    void tokensAreKnownByTheirHashUntilRevoked() throws Failure {
        var access = catalog.access();
        access.addTenant(TENANT);
        access.addTenant(TENANT);
        assertThat(access.tenants()).containsExactly(TENANT);
        var hash = ContentHash.of(new byte[] {1});
        var token =
                new Access.Token("tok_1", TENANT, hash, Set.of(Scope.READ, Scope.VFS), "n", NOON);
        access.addToken(token);
        assertThat(access.token(hash)).contains(token);
        assertThat(access.token(ContentHash.of(new byte[] {2}))).isEmpty();
        var same = new Access.Token("tok_2", TENANT, hash, Set.of(), "n", NOON);
        assertThatThrownBy(() -> access.addToken(same)).isInstanceOf(Failure.Conflict.class);
        assertThat(access.tokens()).containsExactly(token);
        assertThat(access.revoke("tok_1")).isTrue();
        assertThat(access.revoke("tok_1")).isFalse();
        assertThat(access.token(hash)).isEmpty();
    }
}
