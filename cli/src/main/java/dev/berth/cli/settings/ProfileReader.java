package dev.berth.cli.settings;

import dev.berth.failure.Failure;

import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One entry of `profiles`.
final class ProfileReader {
    private static final List<String> FIELDS =
            List.of(
                    "command",
                    "image",
                    "setup",
                    "runner",
                    "network",
                    "persistent_sessions",
                    "vault",
                    "limits");
    private static final List<String> LIMITS = List.of("memory", "cpu", "processes", "turn");
    private static final List<String> RUNNERS = List.of("process", "docker", "kubernetes");

    private final SettingsFile file;
    private final String path;
    private final MappingNode node;

    ProfileReader(SettingsFile file, String name, MappingNode node) {
        this.file = file;
        this.path = "profiles." + name;
        this.node = node;
    }

    Profile read() throws Failure {
        Map<String, SettingsFile.Field> fields = fields(path, node, FIELDS);
        if (!fields.containsKey("command")) {
            throw file.refused(
                    node, path + " has no command", "add `command: [program, argument]`");
        }
        return new Profile(
                words(fields, "command"),
                text(fields, "image", text -> text),
                words(fields, "setup"),
                text(fields, "runner", this::runner),
                text(fields, "network", Readings::yesOrNo),
                text(fields, "persistent_sessions", Readings::yesOrNo).orElse(false),
                text(fields, "vault", text -> text),
                limits(fields));
    }

    private Profile.Limits limits(Map<String, SettingsFile.Field> profile) throws Failure {
        SettingsFile.Field given = profile.get("limits");
        Map<String, SettingsFile.Field> fields =
                given == null ? Map.of() : fields(path + ".limits", given.value(), LIMITS);
        return new Profile.Limits(
                text(fields, "memory", text -> text),
                text(fields, "cpu", text -> text),
                text(fields, "processes", text -> Readings.number(text, 1, 1_000_000)),
                text(fields, "turn", Readings::duration));
    }

    private Map<String, SettingsFile.Field> fields(String at, Node given, List<String> known)
            throws Failure {
        Map<String, SettingsFile.Field> fields = file.fields(at, given);
        for (var field : fields.entrySet()) {
            if (!known.contains(field.getKey())) {
                List<String> names = known.stream().map(name -> at + "." + name).toList();
                throw file.unknown(at + "." + field.getKey(), field.getValue().key(), names);
            }
        }
        return fields;
    }

    private List<String> words(Map<String, SettingsFile.Field> fields, String name) throws Failure {
        SettingsFile.Field field = fields.get(name);
        return field == null ? List.of() : file.words(path + "." + name, field.value());
    }

    private <T> Optional<T> text(
            Map<String, SettingsFile.Field> fields, String name, Key.Reading<T> reading)
            throws Failure {
        SettingsFile.Field field = fields.get(name);
        if (field == null) return Optional.empty();
        String text = file.scalar(path + "." + name, field.value());
        try {
            return Optional.of(reading.read(text));
        } catch (Failure e) {
            throw file.refused(field.value(), name + " " + e.what(), e.advice());
        }
    }

    private String runner(String text) throws Failure {
        if (RUNNERS.contains(text)) return text;
        throw new Failure.Refused(
                "is not a runner: " + text, "choose one of " + String.join(", ", RUNNERS));
    }
}
