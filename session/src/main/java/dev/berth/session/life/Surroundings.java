package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.failure.Failure;
import dev.berth.flow.Flow;
import dev.berth.flow.FlowSession;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Session;
import dev.berth.vault.Conflict;
import dev.berth.vault.LocksFolder;
import dev.berth.vault.Sweep;
import dev.berth.vault.Vault;
import dev.berth.vault.VaultSettings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a session that starts is told of where it is: the goal and plan of the project in its
/// workspace, and what sync clients could not merge in the vault that its profile names. Only
/// looks; that it cannot look is told as well, and keeps no session from starting.
record Surroundings(Station station, Trees trees) {
    /// A vault in a bad state is told in so many events, and how many more there are.
    private static final int MOST = 100;

    List<Event.Draft> events(Session session) throws Failure {
        var events = new ArrayList<Event.Draft>();
        var goal = flow(session);
        if (goal.isPresent()) events.add(goal(goal.get()));
        var vault = station.crew().profile(session.agent()).vault();
        if (vault.isPresent()) events.addAll(sweep(vault.get()));
        return events;
    }

    /// The project's state in a live workspace; nothing of it is ours to mend.
    Optional<FlowSession> flow(Session session) {
        var path = trees.of(session).resolve(Volume.WORKSPACE.label());
        try (var workspace = station.files().open(path)) {
            return Flow.glance(workspace);
        } catch (FileFault | Failure unreadable) {
            return Optional.empty();
        }
    }

    private static Event.Draft goal(FlowSession flow) {
        var text = new StringBuilder("The goal of this project: ").append(flow.goal());
        for (var feature : flow.features()) {
            text.append("\n- %s (%s)".formatted(feature.title(), word(feature.status())));
        }
        return new Event.Draft(
                EventType.STATE,
                Json.object().put("text", text.toString()).put("flow", shown(flow)).build());
    }

    /// As listings of one workspace show it.
    static Json.Obj shown(FlowSession flow) {
        var plan = new ArrayList<Json>();
        for (var feature : flow.features()) {
            plan.add(
                    Json.object()
                            .put("id", feature.id().value())
                            .put("title", feature.title())
                            .put("status", word(feature.status()))
                            .build());
        }
        return Json.object().put("goal", flow.goal()).put("plan", Json.array(plan)).build();
    }

    private static String word(Enum<?> status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    private List<Event.Draft> sweep(String path) {
        var events = new ArrayList<Event.Draft>();
        try (var vault =
                Vault.open(
                        Path.of(path),
                        LocksFolder.in(station.files(), cache(station.crew().environment())),
                        station.clock(),
                        VaultSettings.USUAL)) {
            var report =
                    new Sweep(vault, station.files(), Optional.empty(), Optional.empty()).run();
            for (var conflict : report.conflicts()) events.add(found(path, conflict));
            for (String file : report.notDownloaded()) {
                events.add(told(path, file, "not_downloaded", "is not downloaded to this machine"));
            }
            for (String folder : report.unreadable()) {
                events.add(told(path, folder, "unreadable", "cannot be looked into"));
            }
        } catch (Failure failure) {
            events.add(Happenings.failed("sweep of vault " + path, failure));
        }
        if (events.size() <= MOST) return events;
        int more = events.size() - MOST;
        var first = new ArrayList<>(events.subList(0, MOST));
        first.add(
                told(
                        path,
                        "",
                        "more",
                        "%d more; see `berth vault sweep %s`".formatted(more, path)));
        return first;
    }

    private static Event.Draft found(String vault, Conflict conflict) {
        String base =
                conflict.base().map(name -> ", which seems to be a version of " + name).orElse("");
        String words = "was left by a sync client" + base + "; nothing was changed";
        var data = data(vault, conflict.path(), conflict.kind().label(), words);
        return new Event.Draft(EventType.FILE, data.putText("base", conflict.base()).build());
    }

    private static Event.Draft told(String vault, String path, String kind, String words) {
        return new Event.Draft(EventType.FILE, data(vault, path, kind, words).build());
    }

    private static JsonFields data(String vault, String path, String kind, String words) {
        return Json.object()
                .put("vault", vault)
                .put("path", path)
                .put("kind", kind)
                .put("text", "In the vault %s: %s %s.".formatted(vault, path, words));
    }

    /// Where every writer of vaults on this machine keeps its locks.
    private Path cache(Map<String, String> environment) {
        var said = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        if (said.isAbsolute()) return said;
        var home = environment.get("HOME");
        return home == null ? station.home().resolve("cache") : Path.of(home).resolve(".cache");
    }
}
