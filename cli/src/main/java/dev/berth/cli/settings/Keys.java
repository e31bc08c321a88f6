package dev.berth.cli.settings;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The table of all settings but the profiles, which are a list of their own.
public final class Keys {
    static final Key<Optional<Secret>> DATABASE_URL =
            Key.of("database.url", "", Readings::database).kept();
    static final Key<Optional<String>> DEPOT_URL =
            Key.of("storage.depot.url", "", Readings::depotUrl);
    static final Key<Optional<String>> DEPOT_ENDPOINT =
            Key.of("storage.depot.endpoint", "", Readings::endpoint);
    static final Key<Optional<String>> DEPOT_REGION =
            Key.of("storage.depot.region", "", Readings::label);
    static final Key<Boolean> DEPOT_SHARED =
            Key.of("storage.depot.shared", "false", Readings::yesOrNo);
    static final Key<Duration> RETENTION_DEFAULT =
            Key.of("storage.workspace.retention.default", "7d", Readings::duration)
                    .alsoAs("WORKSTATION_VOLUME_TTL_DAYS", "d");
    static final Key<Duration> RETENTION_MIN =
            Key.of("storage.workspace.retention.min", "1d", Readings::duration);
    static final Key<Duration> RETENTION_MAX =
            Key.of("storage.workspace.retention.max", "30d", Readings::duration);
    static final Key<Duration> IDLE_AFTER =
            Key.of("lifecycle.idle-after", "60s", Readings::duration);
    static final Key<Duration> IDLE_PAUSE =
            Key.of("lifecycle.idle-pause", "15m", Readings::duration)
                    .alsoAs("WORKSTATION_IDLE_PAUSE_SECS", "s");
    static final Key<Duration> FREEZE_AFTER =
            Key.of("lifecycle.freeze-after", "24h", Readings::duration);
    static final Key<Integer> MAX_PAUSED =
            Key.of("lifecycle.max-paused", "16", text -> Readings.number(text, 0, 100_000));
    static final Key<Duration> LEASE = Key.of("lifecycle.lease", "30s", Readings::duration);
    static final Key<Duration> TRASH = Key.of("lifecycle.trash", "24h", Readings::duration);
    static final Key<Optional<String>> NODE_NAME = Key.of("node.name", "", Readings::label);
    static final Key<String> NODE_REGION = Key.of("node.region", "local", Readings::name);
    static final Key<String> BIND = Key.of("server.bind", "127.0.0.1", Readings::address);
    static final Key<Integer> PORT =
            Key.of("server.port", "7420", text -> Readings.number(text, 0, 65_535));
    static final Key<List<String>> HOSTS = Key.several("server.hosts", Readings::hosts);
    static final Key<List<String>> IMPORT_ROOTS =
            Key.several("server.import-roots", Readings::folders);
    static final Key<Boolean> UNSANDBOXED =
            Key.of("server.unsandboxed", "false", Readings::yesOrNo);
    static final Key<Optional<String>> TRACES =
            Key.of("telemetry.endpoint", "", Readings::endpoint)
                    .alsoAs("OTEL_EXPORTER_OTLP_ENDPOINT", "");
    static final Key<Duration> FLOW_LOCK_AGE = Key.of("flow.lock-age", "10m", Readings::duration);
    static final Key<Duration> FLOW_LOCK_WAIT = Key.of("flow.lock-wait", "30s", Readings::duration);

    /// In the order in which `berth doctor` shows them.
    public static final List<Key<?>> ALL =
            List.of(
                    DATABASE_URL,
                    DEPOT_URL,
                    DEPOT_ENDPOINT,
                    DEPOT_REGION,
                    DEPOT_SHARED,
                    RETENTION_DEFAULT,
                    RETENTION_MIN,
                    RETENTION_MAX,
                    IDLE_AFTER,
                    IDLE_PAUSE,
                    FREEZE_AFTER,
                    MAX_PAUSED,
                    LEASE,
                    TRASH,
                    NODE_NAME,
                    NODE_REGION,
                    BIND,
                    PORT,
                    HOSTS,
                    IMPORT_ROOTS,
                    UNSANDBOXED,
                    TRACES,
                    FLOW_LOCK_AGE,
                    FLOW_LOCK_WAIT);

    private Keys() {}
}
