package dev.berth.cli.doctor;

import dev.berth.cli.Table;
import dev.berth.durable.json.Json;
import dev.berth.runner.Limits;
import dev.berth.runner.profile.Profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The profiles as the report shows them, with what stands in their way.
final class ProfileLines {
    private ProfileLines() {}

    static List<Json> json(List<Readiness.Of> profiles) {
        var all = new ArrayList<Json>();
        for (var each : profiles) all.add(json(each));
        return all;
    }

    static Table table(List<Readiness.Of> profiles) {
        var table = Table.of("name", "command", "runner", "network", "limits", "here");
        for (var each : profiles) {
            Profile profile = each.profile();
            table.row(
                    each.name(),
                    String.join(" ", profile.command()),
                    profile.runner().label() + (profile.unsandboxed() ? ", unsandboxed" : ""),
                    profile.network() ? "on" : "off",
                    limits(profile),
                    each.obstacle().isEmpty() ? "yes" : "no");
        }
        return table;
    }

    /// A line for each profile that cannot run here.
    static List<String> obstacles(List<Readiness.Of> profiles) {
        var lines = new ArrayList<String>();
        for (var each : profiles) {
            each.obstacle()
                    .ifPresent(
                            why ->
                                    lines.add(
                                            "%s: %s; %s"
                                                    .formatted(
                                                            each.name(),
                                                            why.what(),
                                                            why.advice())));
        }
        return lines;
    }

    /// What wants a look: profiles without walls.
    static List<Finding> warnings(List<Readiness.Of> profiles) {
        var warnings = new ArrayList<Finding>();
        for (var each : profiles) {
            if (!each.profile().unsandboxed()) continue;
            warnings.add(
                    Finding.warning(
                            "profile " + each.name(),
                            "runs without a sandbox",
                            "its agent can do all that this user can; remove `unsandboxed` from it"
                                    + " unless that is meant"));
        }
        return warnings;
    }

    private static Json json(Readiness.Of each) {
        Profile profile = each.profile();
        var json =
                Json.object()
                        .put("name", each.name())
                        .put("command", Json.texts(profile.command()))
                        .put("setup", Json.texts(profile.setup()))
                        .put("persistent_sessions", profile.persistentSessions())
                        .put("runner", profile.runner().label())
                        .put("network", profile.network())
                        .put("unsandboxed", profile.unsandboxed())
                        .put("environment", Json.texts(profile.environment()))
                        .put("built_in", each.builtIn());
        profile.agent().ifPresent(agent -> json.put("agent", agent.name()));
        profile.image().ifPresent(image -> json.put("image", image));
        profile.vault().ifPresent(vault -> json.put("vault", vault));
        Limits allowed = profile.limits();
        var limits =
                Json.object()
                        .put("memory", allowed.memoryBytes())
                        .put("cpu", allowed.cpus())
                        .put("processes", allowed.processes());
        turn(profile).ifPresent(turn -> limits.put("turn", turn));
        json.put("limits", limits.build()).put("runs_here", each.obstacle().isEmpty());
        each.obstacle()
                .ifPresent(why -> json.put("obstacle", why.what()).put("advice", why.advice()));
        return json.build();
    }

    private static String limits(Profile profile) {
        var set = new ArrayList<String>();
        Limits limits = profile.limits();
        if (limits.memoryBytes() != Limits.DEFAULT.memoryBytes()) {
            set.add("memory " + limits.memoryBytes());
        }
        if (limits.cpus() != Limits.DEFAULT.cpus()) set.add("cpu " + limits.cpus());
        if (limits.processes() != Limits.DEFAULT.processes()) {
            set.add("processes " + limits.processes());
        }
        turn(profile).ifPresent(turn -> set.add("turn " + turn));
        return set.isEmpty() ? "usual" : String.join(", ", set);
    }

    private static Optional<String> turn(Profile profile) {
        return profile.turn().map(Duration::toSeconds).map(seconds -> seconds + "s");
    }
}
