package dev.berth.bench.catalog;

import static java.util.Objects.requireNonNull;

import dev.berth.bench.catalog.CatalogReport.Row;
import dev.berth.durable.json.Json;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Committed;
import dev.berth.session.catalog.Cursor;
import dev.berth.session.catalog.Filter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// What a user waits for, among a thousand, a hundred thousand and a million sessions: a page of
/// each kind, one session, one more event.
public final class CatalogBench {
    private static final int[] SIZES = {1_000, 100_000, 1_000_000};
    private static final int PAGE = 50;
    private static final int WARMING = 5;
    private static final long SEED = 11;

    private final Catalog catalog;
    private final int sessions;
    private final SplittableRandom random = new SplittableRandom(SEED);

    private CatalogBench(Catalog catalog, int sessions) {
        this.catalog = catalog;
        this.sessions = sessions;
    }

    /// `only` names the databases to be measured; both when it is empty.
    public static CatalogReport run(Path folder, int rounds, double scale, List<String> only)
            throws Exception {
        var own = Files.createTempDirectory(folder, "catalog-bench-");
        try {
            var results = new ArrayList<CatalogReport.Result>();
            if (only.isEmpty() || only.contains("sqlite")) {
                try (var kept = new KeptInSqlite(own)) {
                    results.add(measure("sqlite", kept, rounds, scale));
                }
            }
            if (only.isEmpty() || only.contains("postgres")) {
                try (var kept = new KeptInPostgres(own)) {
                    results.add(measure("postgres", kept, rounds, scale));
                }
            }
            return new CatalogReport(results);
        } finally {
            new ProcessBuilder("rm", "-rf", own.toString()).start().waitFor();
        }
    }

    private static CatalogReport.Result measure(String name, Kept kept, int rounds, double scale)
            throws Exception {
        Map<String, List<Double>> times = new LinkedHashMap<>();
        var sizes = Arrays.stream(SIZES).map(size -> Math.max(100, (int) (size * scale))).toArray();
        List<Row.Plan> plans = List.of();
        int filled = 0;
        for (int size : sizes) {
            try (var filling = kept.filling()) {
                Population.fill(filling, filled, size, kept.hands());
            }
            filled = size;
            try (var catalog = kept.measured()) {
                // Once unmeasured, so that the first size does not pay for the compiler.
                if (size == sizes[0]) new CatalogBench(catalog, size).all(rounds);
                new CatalogBench(catalog, size)
                        .all(rounds)
                        .forEach(
                                (what, took) ->
                                        times.computeIfAbsent(what, _ -> new ArrayList<>())
                                                .add(took));
                plans =
                        catalog.plans(Population.TENANT).stream()
                                .map(plan -> new Row.Plan(plan.query(), plan.plan()))
                                .toList();
            }
        }
        var rows = new ArrayList<Row>();
        times.forEach((what, took) -> rows.add(new Row(what, took)));
        return new CatalogReport.Result(name, Arrays.stream(sizes).boxed().toList(), rows, plans);
    }

    /// Something that is done once, and what comes of it.
    private interface Deed {
        Object run() throws Exception;
    }

    private Map<String, Double> all(int rounds) throws Exception {
        Map<String, Deed> deeds = new LinkedHashMap<>();
        page(deeds, "all", Filter.ALL);
        page(deeds, "status", Filter.ALL.in(SessionState.ACTIVE));
        page(deeds, "pinned", Filter.ALL.pinned(true));
        page(deeds, "not pinned", Filter.ALL.pinned(false));
        page(deeds, "starred", Filter.ALL.starred(true));
        page(deeds, "archived", Filter.ALL.archived(true));
        page(deeds, "not archived", Filter.ALL.archived(false));
        page(deeds, "tag", Filter.ALL.tagged(Population.TAG));
        page(deeds, "tag and status", Filter.ALL.tagged(Population.TAG).in(SessionState.RESUMABLE));
        page(deeds, "playbooks too", Filter.ALL.withPlaybooks());
        page(deeds, "q, found at once", Filter.ALL.saying("session"));
        page(deeds, "q, found nowhere", Filter.ALL.saying("no such name"));
        deeds.put("start of an id", () -> catalog.starting(Population.TENANT, start(), 10));
        deeds.put("open one", () -> catalog.find(Population.key(any())).orElseThrow());
        deeds.put("events of one", () -> catalog.events(Population.key(any()), 0, 100));
        deeds.put("append an event", this::append);
        Map<String, Double> medians = new LinkedHashMap<>();
        for (var deed : deeds.entrySet()) {
            medians.put(deed.getKey(), median(deed.getValue(), rounds));
        }
        return medians;
    }

    private void page(Map<String, Deed> deeds, String name, Filter filter) {
        deeds.put(
                "list " + name,
                () -> catalog.list(Population.TENANT, filter, Optional.empty(), PAGE));
        deeds.put(
                "list " + name + ", deep",
                () -> catalog.list(Population.TENANT, filter, Optional.of(deep()), PAGE));
    }

    /// Somewhere in the second half, with a page's worth of every kind behind it.
    private Cursor deep() throws Exception {
        int number = Math.max(sessions / 2, 1) + random.nextInt(Math.max(sessions / 100, 1));
        var made = catalog.find(Population.key(number)).orElseThrow();
        return new Cursor(made.times().createdAt().toEpochMilli() * 1_000, made.id());
    }

    private int any() {
        return random.nextInt(sessions);
    }

    private String start() {
        String id = Population.key(any()).id().value();
        return id.substring(0, id.length() - 1);
    }

    private Committed append() throws Exception {
        var lease = catalog.leases().current(Population.key(any())).orElseThrow();
        var said = new Event.Draft(EventType.OUTPUT, Json.object().put("text", "a line\n").build());
        return catalog.commit(lease, (now, _) -> Change.of(now, said));
    }

    /// In microseconds.
    private static double median(Deed deed, int rounds) throws Exception {
        var took = new long[rounds];
        for (int round = -WARMING; round < rounds; round++) {
            long begun = System.nanoTime();
            requireNonNull(deed.run());
            if (round >= 0) took[round] = System.nanoTime() - begun;
        }
        Arrays.sort(took);
        return took[rounds / 2] / 1e3;
    }
}
