package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.failure.Failure;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.SessionKey;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What lies or runs on this node and belongs to no session that the catalog knows.
record Leavings(Station station) {
    private static final String FROZEN = ".sqlite";

    List<String> found() throws Failure {
        var found = new ArrayList<String>();
        var home = station.home();
        for (var key : trees()) {
            if (!isUnknown(key.tenant(), key.id())) continue;
            var tenant = home.resolve("sessions").resolve(key.tenant().value());
            found.add(said(tenant.resolve(key.id().value())));
        }
        var cold = home.resolve("cold");
        found.addAll(frozen(cold, new SessionId("default")));
        for (var tenant : ids(cold, "", Kind.FOLDER)) {
            found.addAll(frozen(cold.resolve(tenant.value()), tenant));
        }
        for (var each : runners().entrySet()) {
            if (isUnknown(each.getKey().tenant(), each.getKey().id())) {
                found.add(
                        "a %s runner of session %s runs, which is in no row; the next server stops it"
                                .formatted(each.getValue().label(), each.getKey()));
            }
        }
        return found;
    }

    /// The sessions that have a folder here.
    List<SessionKey> trees() throws Failure {
        var keys = new ArrayList<SessionKey>();
        var sessions = station.home().resolve("sessions");
        for (var tenant : ids(sessions, "", Kind.FOLDER)) {
            for (var id : ids(sessions.resolve(tenant.value()), "", Kind.FOLDER)) {
                keys.add(new SessionKey(tenant, id));
            }
        }
        return keys;
    }

    private List<String> frozen(Path folder, SessionId tenant) throws Failure {
        var found = new ArrayList<String>();
        for (var id : ids(folder, FROZEN, Kind.FILE)) {
            if (isUnknown(tenant, id)) found.add(said(folder.resolve(id + FROZEN)));
        }
        return found;
    }

    private static String said(Path path) {
        return path + " belongs to no session; move it away when you have looked at it";
    }

    private boolean isUnknown(SessionId tenant, SessionId id) throws Failure {
        try {
            return station.catalog().find(new SessionKey(tenant, id)).isEmpty();
        } catch (Failure.Damaged unreadable) {
            return false;
        }
    }

    /// Every runner that is alive here, of which kind it is.
    Map<SessionKey, RunnerKind> runners() throws Failure {
        var alive = new LinkedHashMap<SessionKey, RunnerKind>();
        for (var kind : List.of(RunnerKind.PROCESS, RunnerKind.DOCKER)) {
            for (var tenant : tenants(kind)) {
                for (var sandbox : station.crew().runners().of(kind, tenant).list()) {
                    alive.put(new SessionKey(tenant, sandbox.session()), kind);
                }
            }
        }
        return alive;
    }

    /// Those who ever had a runner of a kind here.
    private Set<SessionId> tenants(RunnerKind kind) throws Failure {
        var folder = station.home().resolve("run").resolve(kind.label());
        return new LinkedHashSet<>(ids(folder, "", Kind.FOLDER));
    }

    /// Names in a folder that are ids, without their ending; none where there is no such folder.
    private List<SessionId> ids(Path path, String ending, Kind kind) throws Failure {
        var found = new ArrayList<SessionId>();
        try (var folder = station.files().open(path)) {
            for (var entry : folder.list()) {
                String name = entry.name().toString();
                if (entry.kind() != kind || !name.endsWith(ending)) continue;
                id(name.substring(0, name.length() - ending.length())).ifPresent(found::add);
            }
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure(path.toString());
        }
        return found;
    }

    private static Optional<SessionId> id(String text) {
        try {
            return Optional.of(SessionId.parse(text));
        } catch (Failure notOurs) {
            return Optional.empty();
        }
    }
}
