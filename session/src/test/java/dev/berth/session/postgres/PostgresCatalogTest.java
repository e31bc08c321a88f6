package dev.berth.session.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Samples;
import dev.berth.session.catalog.CatalogContract;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Leases;
import dev.berth.session.jdbc.JdbcCatalog;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

@DisplayName("A catalog in PostgreSQL")
class PostgresCatalogTest extends CatalogContract {
    private String url = "";

    @BeforeEach
    void database() throws Exception {
        if (url.isEmpty()) url = OnePostgres.database();
    }

    @Override
    protected JdbcCatalog open() throws Exception {
        database();
        return PostgresCatalog.open(url, Clock.systemUTC());
    }

    /// The tables are small: what counts is that an index fits, so all else is made unattractive.
    @Override
    protected JdbcCatalog forPlans() throws Exception {
        String only = "&options=-c%20enable_seqscan=off%20-c%20enable_sort=off";
        return PostgresCatalog.open(url + only, Clock.systemUTC());
    }

    @Override
    protected String url() {
        return url;
    }

    @Override
    protected boolean scansATable(String plan) {
        return plan.contains("Seq Scan") || plan.contains("Sort");
    }

    private static Event.Draft said(String text) {
        return new Event.Draft(EventType.MESSAGE, Json.object().put("text", text).build());
    }

    /// Ends every connection to this database but the one that asks.
    private void cutAll() throws Exception {
        try (var own = DriverManager.getConnection(url);
                var statement = own.createStatement()) {
            statement.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                            + " where datname = current_database() and pid <> pg_backend_pid()");
        }
    }

    @Test
    void aConnectionCutInTheMiddleOfACommitIsNoLostAndNoRepeatedEvent() throws Exception {
        try (var catalog = open()) {
            catalog.leases().join(new Leases.Holder("h9", "a", "r"));
            var session = Samples.session("ses_cut");
            catalog.create(
                    session, new Change.First(Optional.of("h9"), List.of(), List.of(), List.of()));
            var lease = catalog.leases().current(session.key()).orElseThrow();
            for (int i = 0; i < 5; i++) {
                var cut = new AtomicBoolean();
                var done =
                        catalog.commit(
                                lease,
                                (now, _) -> {
                                    if (cut.compareAndSet(false, true)) cutQuietly();
                                    return Change.of(now, said("once"));
                                });
                assertThat(done.events()).hasSize(1);
            }
            assertThat(catalog.events(session.key(), 0, 100)).hasSize(5);
        }
    }

    @Test
    void whoStandsStillInTheMiddleOfACommitKeepsNobodyElseWaitingForGood() throws Exception {
        try (var stopped = open();
                var other = open();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            stopped.leases().join(new Leases.Holder("h9", "a", "r"));
            var session = Samples.session("ses_still");
            stopped.create(
                    session, new Change.First(Optional.of("h9"), List.of(), List.of(), List.of()));
            var lease = stopped.leases().current(session.key()).orElseThrow();
            var inside = new CountDownLatch(1);
            var woken = new CountDownLatch(1);
            try {
                var late =
                        threads.submit(
                                () ->
                                        stopped.commit(
                                                lease,
                                                (now, _) -> {
                                                    inside.countDown();
                                                    awaitQuietly(woken);
                                                    return Change.of(now, said("late"));
                                                }));
                inside.await();
                var passing =
                        threads.submit(
                                () ->
                                        other.amend(
                                                session.key(),
                                                (now, _) -> Change.of(now, said("passing"))));
                assertThat(passing).succeedsWithin(Duration.ofMinutes(1));
                woken.countDown();
                assertThat(late).succeedsWithin(Duration.ofMinutes(1));
            } finally {
                woken.countDown();
            }
            assertThat(other.events(session.key(), 0, 100))
                    .extracting(event -> event.text("text"))
                    .containsExactly("passing", "late");
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void cutQuietly() {
        try {
            cutAll();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void anAnswerLostAfterTheCommitIsLookedUpByItsToken() throws Exception {
        try (var between = new CuttingProxy(OnePostgres.server().getPort())) {
            // In simple mode a commit is seen on the wire as the word that it is.
            String through =
                    url.replace(
                                    ":" + OnePostgres.server().getPort() + "/",
                                    ":" + between.port() + "/")
                            + "&preferQueryMode=simple";
            try (var catalog = PostgresCatalog.open(through, Clock.systemUTC())) {
                catalog.leases().join(new Leases.Holder("h9", "a", "r"));
                var session = Samples.session("ses_lost");
                catalog.create(
                        session,
                        new Change.First(Optional.of("h9"), List.of(), List.of(), List.of()));
                var lease = catalog.leases().current(session.key()).orElseThrow();
                for (int i = 1; i <= 5; i++) {
                    between.cutAfterNextCommit();
                    var done = catalog.commit(lease, (now, _) -> Change.of(now, said("once")));
                    assertThat(between.cuts()).as("the answer was lost").isEqualTo(i);
                    assertThat(done.events()).hasSize(1);
                    assertThat(done.events().getFirst().seq()).isEqualTo(i);
                }
                assertThat(catalog.events(session.key(), 0, 100)).hasSize(5);
            }
        }
    }
}
