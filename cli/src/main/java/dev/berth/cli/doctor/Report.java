package dev.berth.cli.doctor;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Table;
import dev.berth.cli.settings.Key;
import dev.berth.cli.settings.Keys;
import dev.berth.cli.settings.Resolved;
import dev.berth.durable.json.Json;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What `berth doctor` answers.
record Report(
        List<Finding> findings,
        Resolved settings,
        List<Readiness.Of> profiles,
        Optional<Path> file,
        Optional<Path> dataFolder)
        implements Reply {
    Report {
        findings = List.copyOf(findings);
        profiles = List.copyOf(profiles);
    }

    @Override
    public Json.Obj json() {
        var values = new ArrayList<Json>();
        for (Key<?> key : Keys.ALL) {
            values.add(
                    Json.object()
                            .put("key", key.name())
                            .put("value", settings.shown(key))
                            .put("source", settings.text(key).source())
                            .build());
        }
        var json =
                Json.object()
                        .put("healthy", findings.stream().noneMatch(Report::wantsALook))
                        .put("findings", Json.array(findings.stream().map(Finding::json).toList()))
                        .put("settings", Json.array(values))
                        .put("profiles", Json.array(ProfileLines.json(profiles)));
        dataFolder.ifPresent(path -> json.put("data_folder", path.toString()));
        file.ifPresent(path -> json.put("settings_file", path.toString()));
        return json.build();
    }

    @Override
    public void show(Page page) {
        page.heading("This machine");
        var machine = Table.of("what", "", "found");
        for (Finding each : findings) machine.row(each.name(), mark(each), each.found());
        page.table(machine);
        page.blank();
        for (Finding each : findings) {
            if (!each.meaning().isEmpty()) page.line(each.name() + ": " + each.meaning());
        }
        page.blank();
        page.heading("Settings" + file.map(path -> ", from " + path).orElse(""));
        var values = Table.of("key", "value", "from");
        for (Key<?> key : Keys.ALL) {
            String value = settings.shown(key);
            values.row(key.name(), value.isEmpty() ? "-" : value, settings.text(key).source());
        }
        page.table(values);
        page.blank();
        page.heading("Profiles");
        page.table(ProfileLines.table(profiles));
        var obstacles = ProfileLines.obstacles(profiles);
        if (obstacles.isEmpty()) return;
        page.blank();
        obstacles.forEach(page::line);
    }

    private static boolean wantsALook(Finding finding) {
        return finding.standing() == Finding.Standing.WARNING;
    }

    private static String mark(Finding finding) {
        return switch (finding.standing()) {
            case OK -> "ok";
            case ABSENT -> "-";
            case WARNING -> "!";
        };
    }
}
