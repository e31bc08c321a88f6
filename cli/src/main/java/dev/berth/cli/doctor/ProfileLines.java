package dev.berth.cli.doctor;

import dev.berth.cli.Table;
import dev.berth.cli.settings.Profile;
import dev.berth.durable.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The profiles of the settings file, as the report shows them; what a profile leaves open is the
/// runner's to decide and is left out.
final class ProfileLines {
    private ProfileLines() {}

    static List<Json> json(Map<String, Profile> profiles) {
        var all = new ArrayList<Json>();
        profiles.forEach((name, profile) -> all.add(json(name, profile)));
        return all;
    }

    static Table table(Map<String, Profile> profiles) {
        var table = Table.of("name", "command", "runner", "network", "limits");
        profiles.forEach(
                (name, profile) ->
                        table.row(
                                name,
                                String.join(" ", profile.command()),
                                profile.runner().orElse("-"),
                                profile.network().map(on -> on ? "on" : "off").orElse("-"),
                                limits(profile.limits())));
        return table;
    }

    private static Json json(String name, Profile profile) {
        var json =
                Json.object()
                        .put("name", name)
                        .put("command", words(profile.command()))
                        .put("setup", words(profile.setup()))
                        .put("persistent_sessions", profile.persistentSessions());
        profile.image().ifPresent(image -> json.put("image", image));
        profile.runner().ifPresent(runner -> json.put("runner", runner));
        profile.network().ifPresent(on -> json.put("network", on));
        profile.vault().ifPresent(vault -> json.put("vault", vault));
        var limits = Json.object();
        profile.limits().memory().ifPresent(memory -> limits.put("memory", memory));
        profile.limits().cpu().ifPresent(cpu -> limits.put("cpu", cpu));
        profile.limits().processes().ifPresent(count -> limits.put("processes", count));
        turn(profile.limits()).ifPresent(turn -> limits.put("turn", turn));
        return json.put("limits", limits.build()).build();
    }

    private static Json words(List<String> words) {
        var all = new ArrayList<Json>();
        for (String word : words) all.add(new Json.Text(word));
        return Json.array(all);
    }

    private static String limits(Profile.Limits limits) {
        var set = new ArrayList<String>();
        limits.memory().ifPresent(memory -> set.add("memory " + memory));
        limits.cpu().ifPresent(cpu -> set.add("cpu " + cpu));
        limits.processes().ifPresent(count -> set.add("processes " + count));
        turn(limits).ifPresent(turn -> set.add("turn " + turn));
        return set.isEmpty() ? "-" : String.join(", ", set);
    }

    private static Optional<String> turn(Profile.Limits limits) {
        return limits.turn().map(Duration::toSeconds).map(seconds -> seconds + "s");
    }
}
