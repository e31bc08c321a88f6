package dev.berth.flow;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// What is kept of a project's past: closed sessions, oldest first, and what was put away because
/// it could not be read.
public record History(List<Archived> archives, List<Quarantined> quarantined) {
    private static final String SUFFIX = ".json";
    private static final String QUARANTINE = "quarantine-";
    private static final int RANDOM_LENGTH = 8;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    // A session that was closed twice within one instant: the second name is the longer one.
    private static final Comparator<Archived> OLDEST_FIRST =
            Comparator.comparing((Archived archived) -> archived.session().updated())
                    .thenComparingInt(archived -> archived.name().length())
                    .thenComparing(Archived::name);

    static final History NONE = new History(List.of(), List.of());

    public History {
        archives = List.copyOf(archives);
        quarantined = List.copyOf(quarantined);
    }

    /// A closed session and the name of its file, without the ending.
    public record Archived(String name, FlowSession session) {}

    /// A file that was not readable when it was put away, or an archive that no longer is; `reason`
    /// says what is wrong with it now, and is empty when it can be read by now.
    public record Quarantined(String name, Optional<String> reason) {
        public String path() {
            return ".flow/history/" + name + SUFFIX;
        }

        /// What to do about it.
        public String advice() {
            return reason.isPresent()
                    ? "mend it, then `berth flow history reopen %s`".formatted(name)
                    : "readable: `berth flow history reopen %s` makes it the session"
                            .formatted(name);
        }
    }

    static Name archiveName(FlowId id, int number) {
        return Name.of(id.value() + (number == 1 ? "" : "-" + number) + SUFFIX);
    }

    static Name quarantineName(Instant now, RandomGenerator random) {
        String id = FlowId.randomText(random, RANDOM_LENGTH);
        return Name.of(QUARANTINE + TIME.format(now) + "-" + id + SUFFIX);
    }

    /// The file's name as it is shown and typed.
    static String shown(Name file) {
        String text = file.toString();
        return text.endsWith(SUFFIX) ? text.substring(0, text.length() - SUFFIX.length()) : text;
    }

    static History read(Folder folder) throws Failure {
        var archives = new ArrayList<Archived>();
        var quarantined = new ArrayList<Quarantined>();
        for (Name file : files(folder)) {
            String name = shown(file);
            switch (LoadSession.from(folder, file)) {
                case Found.Closing(var session) when !name.startsWith(QUARANTINE) ->
                        archives.add(new Archived(name, session));
                case Found.Closing _, Found.Active _ ->
                        quarantined.add(new Quarantined(name, Optional.empty()));
                case Found.Newer(var format) ->
                        quarantined.add(
                                new Quarantined(name, Optional.of("a newer Berth's: " + format)));
                case Found.Unreadable(var reason) ->
                        quarantined.add(new Quarantined(name, Optional.of(reason)));
                case Found.Nothing _ -> {}
            }
        }
        archives.sort(OLDEST_FIRST);
        return new History(archives, quarantined);
    }

    /// The archive that `typed` names: a session's id stands for its latest one.
    Optional<Archived> archive(String typed) {
        var ofSession =
                archives.stream()
                        .filter(archived -> archived.session().id().value().equals(typed))
                        .toList();
        if (!ofSession.isEmpty()) return Optional.of(ofSession.getLast());
        return archives.stream().filter(archived -> archived.name().equals(typed)).findFirst();
    }

    private static List<Name> files(Folder folder) throws Failure {
        try {
            return folder.list().stream()
                    .filter(entry -> entry.kind() != Kind.LINK)
                    .map(Folder.Entry::name)
                    .filter(name -> name.toString().endsWith(SUFFIX))
                    .filter(name -> FlowId.isOne(shown(name)))
                    .sorted()
                    .toList();
        } catch (FileFault fault) {
            throw fault.asFailure(".flow/history");
        }
    }
}
