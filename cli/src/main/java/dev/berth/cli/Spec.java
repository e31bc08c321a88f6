package dev.berth.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// How one command is called: its name, arguments, options and help, built in code because
/// annotations cost a proxy each at start-up. Every command gets `--json`, `--debug` and `--help`.
///
/// Until [#build] it is a list of what to make: of all commands of a group one is run, and the
/// parser's own options cost a start more than their descriptions.
public final class Spec {
    private final String name;
    private final String summary;
    private final List<Consumer<CommandSpec>> parts = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, PositionalParamSpec> positionals = new LinkedHashMap<>();
    private final Map<String, String> defaults = new LinkedHashMap<>();
    private final List<String> examples = new ArrayList<>();

    private Spec(String name, String summary) {
        this.name = name;
        this.summary = summary;
    }

    /// A command named `name`; `summary` is one sentence, shown in listings too.
    public static Spec of(String name, String summary) {
        return new Spec(name, summary);
    }

    public Spec argument(String name, String help) {
        return positional(name, "1", help, List.of());
    }

    /// An argument that is one of a few words, which completion offers.
    public Spec choice(String name, String help, List<String> words) {
        return positional(name, "1", help, words);
    }

    public Spec optionalArgument(String name, String help) {
        return positional(name, "0..1", help, List.of());
    }

    /// Any number of arguments, none included.
    public Spec arguments(String name, String help) {
        return positional(name, "0..*", help, List.of());
    }

    /// Everything from here on, options of another program included: `-- command…`.
    public Spec command(String name, String help) {
        parts.add(command -> command.parser().stopAtPositional(false));
        return positional(name, "1..*", help, List.of());
    }

    public Spec flag(String name, String help) {
        return flag(new String[] {name}, help);
    }

    /// A flag with several spellings, short ones first.
    public Spec flag(String[] names, String help) {
        parts.add(
                command ->
                        command.addOption(
                                OptionSpec.builder(names)
                                        .type(boolean.class)
                                        .description(help)
                                        .build()));
        return this;
    }

    /// An option with a value; given twice, the last one counts.
    public Spec value(String name, String label, String help) {
        return option(name, label, help, false, List.of());
    }

    /// An option with a value and a default, which the help shows.
    public Spec value(String name, String label, String help, String byDefault) {
        defaults.put(name, byDefault);
        return value(name, label, help + " (default: " + byDefault + ")");
    }

    /// An option that is one of a few words, which completion offers.
    public Spec choice(
            String name, String label, String help, String byDefault, List<String> words) {
        defaults.put(name, byDefault);
        return option(name, label, help + " (default: " + byDefault + ")", false, words);
    }

    /// An option that may be given several times; every value counts.
    public Spec values(String name, String label, String help) {
        parts.add(
                command ->
                        command.addOption(
                                OptionSpec.builder(name)
                                        .type(String[].class)
                                        .arity("1")
                                        .paramLabel(label)
                                        .description(help)
                                        .build()));
        return this;
    }

    /// An option that must be given.
    public Spec required(String name, String label, String help) {
        return option(name, label, help, true, List.of());
    }

    /// A line that can be typed as it stands, shown at the end of the help.
    public Spec example(String line) {
        examples.add("  " + line);
        return this;
    }

    String name() {
        return name;
    }

    PositionalParamSpec positional(String name) {
        PositionalParamSpec found = positionals.get(name);
        if (found == null) throw new IllegalStateException("no such argument: " + name);
        return found;
    }

    Optional<String> defaultOf(String name) {
        return Optional.ofNullable(defaults.get(name));
    }

    CommandSpec build() {
        flag("--json", "answer with one JSON object");
        flag("--debug", "show where an unexpected error came from");
        CommandSpec command = CommandSpec.create().name(name);
        command.usageMessage().description(summary);
        for (var part : parts) part.accept(command);
        help(command);
        if (!examples.isEmpty()) {
            examples.addFirst(examples.size() == 1 ? "%nExample:" : "%nExamples:");
            command.usageMessage().footer(examples.toArray(String[]::new));
        }
        return command;
    }

    static void help(CommandSpec command) {
        command.addOption(
                OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("show this help")
                        .build());
        command.usageMessage()
                .sortOptions(false)
                .width(80)
                .synopsisHeading("Usage: ")
                .descriptionHeading("%n")
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n")
                .commandListHeading("%nCommands:%n");
    }

    private Spec option(
            String name, String label, String help, boolean required, List<String> words) {
        parts.add(
                command ->
                        command.addOption(
                                OptionSpec.builder(name)
                                        .type(String.class)
                                        .arity("1")
                                        .required(required)
                                        .completionCandidates(words.isEmpty() ? null : words)
                                        .paramLabel(label)
                                        .description(help)
                                        .build()));
        return this;
    }

    private Spec positional(String name, String arity, String help, List<String> words) {
        int index = arguments.size();
        arguments.add(name);
        boolean many = arity.endsWith("*");
        parts.add(
                command -> {
                    var spec =
                            PositionalParamSpec.builder()
                                    .type(String[].class)
                                    .index(many ? index + "..*" : String.valueOf(index))
                                    .arity(arity)
                                    .required(!arity.startsWith("0"))
                                    .completionCandidates(words.isEmpty() ? null : words)
                                    .paramLabel(name)
                                    .description(help)
                                    .build();
                    positionals.put(name, spec);
                    command.addPositional(spec);
                });
        return this;
    }
}
