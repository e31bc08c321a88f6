package dev.berth.cli.settings;

import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Agent;
import dev.berth.runner.profile.Amounts;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;

import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// One entry of `profiles`: what it names is read, the rest is as it was. Every problem is told.
final class ProfileReader {
    private static final List<String> FIELDS =
            List.of(
                    "command",
                    "agent",
                    "image",
                    "setup",
                    "runner",
                    "network",
                    "persistent_sessions",
                    "vault",
                    "limits",
                    "environment",
                    "unsandboxed");
    private static final List<String> LIMITS = List.of("memory", "cpu", "processes", "turn");
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}");

    private final SettingsFile file;
    private final Problems problems;
    private final String path;
    private final MappingNode node;

    ProfileReader(SettingsFile file, Problems problems, String name, MappingNode node) {
        this.file = file;
        this.problems = problems;
        this.path = "profiles." + name;
        this.node = node;
    }

    /// `base` is the built-in profile of that name, if there is one. What comes back is only used
    /// when there are no problems.
    Profile read(Optional<Profile> base) {
        Map<String, SettingsFile.Field> fields = fields(path, node, FIELDS);
        List<String> command = command(fields, base);
        Profile old = base.orElseGet(() -> Profile.of(command));
        Map<String, SettingsFile.Field> limits = limits(fields);
        var read =
                new Profile(
                        command,
                        text(fields, "agent", Agent::parse).or(old::agent),
                        text(fields, "image", ProfileReader::image).or(old::image),
                        words(fields, "setup").orElse(old.setup()),
                        text(fields, "runner", RunnerKind::parse).orElse(old.runner()),
                        text(fields, "network", Readings::yesOrNo).orElse(old.network()),
                        text(fields, "persistent_sessions", Readings::yesOrNo)
                                .orElse(old.persistentSessions()),
                        text(fields, "vault", ProfileReader::folder).or(old::vault),
                        new Limits(
                                text(limits, "limits.memory", Amounts::memory)
                                        .orElse(old.limits().memoryBytes()),
                                text(limits, "limits.cpu", Amounts::cpus)
                                        .orElse(old.limits().cpus()),
                                text(limits, "limits.processes", ProfileReader::count)
                                        .orElse(old.limits().processes())),
                        text(limits, "limits.turn", ProfileReader::time).or(old::turn),
                        environment(fields).orElse(old.environment()),
                        text(fields, "unsandboxed", Readings::yesOrNo).orElse(old.unsandboxed()));
        check(read);
        return read;
    }

    private void check(Profile read) {
        if (read.runner() == RunnerKind.DOCKER && read.image().isEmpty()) {
            complain(node, path + " has no image to run in", "add `image: name`");
        }
        if (read.runner() != RunnerKind.PROCESS && read.unsandboxed()) {
            complain(
                    node,
                    path + " cannot be unsandboxed in " + read.runner().label(),
                    "choose `runner: process`, or leave `unsandboxed` out");
        }
    }

    private List<String> command(Map<String, SettingsFile.Field> fields, Optional<Profile> base) {
        SettingsFile.Field given = fields.get("command");
        if (given == null) {
            if (base.isPresent()) return base.get().command();
            complain(node, path + " has no command", "add `command: [program, argument]`");
            return List.of("-");
        }
        List<String> words = words(fields, "command").orElse(List.of());
        boolean oneLine =
                !(given.value() instanceof SequenceNode)
                        && words.size() == 1
                        && words.getFirst().contains(" ");
        if (words.isEmpty() || words.getFirst().isBlank() || oneLine) {
            complain(
                    given.value(),
                    path + ".command is not a list of words",
                    "write `command: [program, argument]`");
            return List.of("-");
        }
        return words;
    }

    private Optional<List<String>> environment(Map<String, SettingsFile.Field> fields) {
        SettingsFile.Field given = fields.get("environment");
        if (given == null) return Optional.empty();
        Optional<List<String>> names = words(fields, "environment");
        if (names.isEmpty() || names.get().stream().allMatch(Profile::isVariable)) return names;
        // Not shown: it may well be a value.
        complain(
                given.value(),
                path + ".environment holds something else than names of variables",
                "write names alone, none of Berth's own; values come from the server's environment");
        return Optional.empty();
    }

    private Map<String, SettingsFile.Field> limits(Map<String, SettingsFile.Field> profile) {
        SettingsFile.Field given = profile.get("limits");
        var named = new LinkedHashMap<String, SettingsFile.Field>();
        if (given == null) return named;
        fields(path + ".limits", given.value(), LIMITS)
                .forEach((name, field) -> named.put("limits." + name, field));
        return named;
    }

    private Map<String, SettingsFile.Field> fields(String at, Node given, List<String> known) {
        var read = new LinkedHashMap<String, SettingsFile.Field>();
        for (var field :
                problems.of(() -> file.fields(at, given), Map.<String, SettingsFile.Field>of())
                        .entrySet()) {
            if (known.contains(field.getKey())) {
                read.put(field.getKey(), field.getValue());
            } else {
                List<String> names = known.stream().map(name -> at + "." + name).toList();
                problems.add(
                        file.unknown(at + "." + field.getKey(), field.getValue().key(), names));
            }
        }
        return read;
    }

    private Optional<List<String>> words(Map<String, SettingsFile.Field> fields, String name) {
        SettingsFile.Field field = fields.get(name);
        if (field == null) return Optional.empty();
        var words =
                problems.of(() -> file.words(path + "." + name, field.value()), List.<String>of());
        if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            complain(field.value(), path + "." + name + " has a NUL in it", "remove it");
            return Optional.of(List.of());
        }
        return Optional.of(words);
    }

    private <T> Optional<T> text(
            Map<String, SettingsFile.Field> fields, String name, Key.Reading<T> reading) {
        SettingsFile.Field field = fields.get(name);
        if (field == null) return Optional.empty();
        return problems.of(
                () -> {
                    String text = file.scalar(path + "." + name, field.value());
                    try {
                        return Optional.of(reading.read(text));
                    } catch (Failure e) {
                        throw file.refused(
                                field.value(), path + "." + name + " " + e.what(), e.advice());
                    }
                },
                Optional.empty());
    }

    private void complain(Node at, String what, String advice) {
        problems.add(file.refused(at, what, advice));
    }

    /// A sandbox has up to five of its own before the turn's command has started anything.
    private static int count(String text) throws Failure {
        return Readings.number(text, 8, 1_000_000);
    }

    private static Duration time(String text) throws Failure {
        Duration time = Readings.duration(text);
        if (time.isPositive()) return time;
        throw new Failure.Refused("is no time at all: " + text, "write more than 0");
    }

    private static String image(String text) throws Failure {
        if (IMAGE.matcher(text).matches()) return text;
        throw new Failure.Refused("is not an image's name: " + text, "write name:tag");
    }

    private static String folder(String text) throws Failure {
        if (text.startsWith("/") && text.indexOf('\0') < 0) return text;
        throw new Failure.Refused("is not an absolute path: " + text, "write it from / on");
    }
}
