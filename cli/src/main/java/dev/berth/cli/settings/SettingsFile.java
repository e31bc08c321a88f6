package dev.berth.cli.settings;

import dev.berth.cli.Nearest;
import dev.berth.failure.Failure;
import dev.berth.runner.profile.BuiltIn;
import dev.berth.runner.profile.Profile;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `berth.yaml`, taken apart by hand so that every complaint has a line: unknown keys, keys given
/// twice, anchors and Java tags are refused.
final class SettingsFile {
    private static final Set<Tag> PLAIN =
            Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.SEQ, Tag.MAP);

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    /// A value and the key it was given by, each with its place in the file.
    record Field(Node key, Node value) {}

    private final String file;
    private final Map<String, Resolved.Text> texts = new LinkedHashMap<>();
    private final Map<String, Profile> profiles = new LinkedHashMap<>();
    private final Problems problems = new Problems();

    private SettingsFile(String file) {
        this.file = file;
    }

    static SettingsFile none() {
        return new SettingsFile("");
    }

    static SettingsFile parse(String file, String yaml) throws Failure {
        var settings = new SettingsFile(file);
        Node root;
        try {
            root =
                    new Compose(LoadSettings.builder().setLabel(file).build())
                            .composeString(yaml)
                            .orElse(null);
        } catch (MarkedYamlEngineException e) {
            // Never the library's own text: it quotes what is there, which may be a password.
            int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
            throw new Failure.Refused(
                    file + " line " + line + ": this is not YAML",
                    "mend the line or the one before: indentation, quotes, colons, one document");
        } catch (YamlEngineException e) {
            throw new Failure.Refused(file + " is not YAML", "mend it");
        }
        if (root == null) return settings;
        settings.refuseAnchors(root, new HashSet<>());
        settings.section("", root);
        return settings;
    }

    Map<String, Resolved.Text> texts() {
        return texts;
    }

    /// Those of the file; one that has the name of a built-in profile changes what it names of it.
    Map<String, Profile> profiles() {
        return profiles;
    }

    /// What is wrong with single fields; the file as a whole can be read.
    Problems problems() {
        return problems;
    }

    private void section(String path, Node node) throws Failure {
        for (var field : fields(path, node).entrySet()) {
            String name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            try {
                field(name, field.getValue());
            } catch (Failure problem) {
                problems.add(problem);
            }
        }
    }

    private void field(String name, Field field) throws Failure {
        Optional<Key<?>> key = key(name);
        if (name.equals("profiles")) {
            for (var profile : fields(name, field.value()).entrySet()) {
                profile(profile.getKey(), profile.getValue().value());
            }
        } else if (key.isPresent()) {
            var text =
                    new Resolved.Text(
                            text(key.get(), field.value()), file + " " + line(field.value()));
            if (texts.put(name, text) != null) throw twice(field.key(), name);
        } else if (isSection(name)) {
            section(name, field.value());
        } else {
            throw unknown(name, field.key(), knownNames());
        }
    }

    private void profile(String name, Node node) {
        try {
            var reader = new ProfileReader(this, problems, name, mapping("profiles." + name, node));
            profiles.put(name, reader.read(Optional.ofNullable(BuiltIn.all().get(name))));
        } catch (Failure problem) {
            problems.add(problem);
        }
    }

    /// The fields of a mapping, in order; a key twice is a problem. An absent value is an empty
    /// mapping.
    Map<String, Field> fields(String path, Node node) throws Failure {
        var fields = new LinkedHashMap<String, Field>();
        if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL)) return fields;
        for (NodeTuple tuple : mapping(path, node).getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problems.add(
                        refused(tuple.getKeyNode(), "a key must be a word", "write `name: value`"));
            } else if (!WORD.matcher(key.getValue()).matches()) {
                // Not shown: it may be a password in the wrong place.
                problems.add(
                        refused(
                                key,
                                "a key is not a word of letters, digits and -_.",
                                "mend the line"));
            } else if (fields.putIfAbsent(key.getValue(), new Field(key, tuple.getValueNode()))
                    != null) {
                problems.add(twice(key, key.getValue()));
            }
        }
        return fields;
    }

    /// The words of a list, or of one scalar.
    List<String> words(String name, Node node) throws Failure {
        if (!(node instanceof SequenceNode sequence)) return List.of(scalar(name, node));
        var words = new ArrayList<String>();
        for (Node item : sequence.getValue()) words.add(scalar(name, item));
        return words;
    }

    String scalar(String name, Node node) throws Failure {
        if (!(node instanceof ScalarNode scalar)) {
            throw refused(node, name + " must be a single value", "write `" + name + ": value`");
        }
        if (scalar.getTag().equals(Tag.NULL)) {
            throw refused(node, name + " has no value", "give it one, or remove the line");
        }
        return scalar.getValue();
    }

    Failure unknown(String name, Node at, List<String> known) {
        return refused(
                at,
                name + " is not a setting",
                Nearest.of(name, known)
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElse("remove the line; `berth doctor` lists all settings then"));
    }

    private Failure twice(Node at, String name) {
        return refused(at, name + " is given twice", "keep one of them");
    }

    Failure refused(Node at, String what, String advice) {
        return new Failure.Refused("%s %s: %s".formatted(file, line(at), what), advice);
    }

    private String text(Key<?> key, Node node) throws Failure {
        if (!key.many()) return scalar(key.name(), node);
        List<String> words = words(key.name(), node);
        // The environment has no other way to write a list, so that both read alike.
        if (node instanceof SequenceNode && words.stream().anyMatch(word -> word.contains(","))) {
            throw refused(node, key.name() + " has a comma in a value", "write them one by one");
        }
        return String.join(",", words);
    }

    private MappingNode mapping(String name, Node node) throws Failure {
        if (node instanceof MappingNode mapping) return mapping;
        String subject = name.isEmpty() ? "the file" : name;
        throw refused(
                node, subject + " must hold keys and values", "write `key: value` lines below it");
    }

    private void refuseAnchors(Node node, Set<Integer> seen) throws Failure {
        boolean again = !seen.add(System.identityHashCode(node));
        if (again || node.getAnchor().isPresent()) {
            throw refused(node, "anchors and aliases are not used here", "write the value out");
        }
        if (!PLAIN.contains(node.getTag())) {
            throw refused(node, "tags (with !) are not used here", "remove it");
        }
        if (node instanceof SequenceNode sequence) {
            for (Node item : sequence.getValue()) refuseAnchors(item, seen);
        } else if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                refuseAnchors(tuple.getKeyNode(), seen);
                refuseAnchors(tuple.getValueNode(), seen);
            }
        }
    }

    private static Optional<Key<?>> key(String name) {
        return Keys.ALL.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    private static boolean isSection(String name) {
        return Keys.ALL.stream().anyMatch(key -> key.name().startsWith(name + "."));
    }

    private static List<String> knownNames() {
        var names = new ArrayList<String>(List.of("profiles"));
        for (Key<?> key : Keys.ALL) {
            names.add(key.name());
            for (int dot = key.name().indexOf('.');
                    dot > 0;
                    dot = key.name().indexOf('.', dot + 1)) {
                names.add(key.name().substring(0, dot));
            }
        }
        return names;
    }

    private static String line(Node node) {
        return node.getStartMark().map(Mark::getLine).map(line -> "line " + (line + 1)).orElse("");
    }
}
