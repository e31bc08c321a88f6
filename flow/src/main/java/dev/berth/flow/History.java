package dev.berth.flow;

import dev.berth.durable.AtomicFile;
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

/// What is kept of a project's past: closed sessions, oldest first, what was put away because it
/// could not be read, and the names of those files among it that were recovered since.
public record History(
        List<Archived> archives, List<Quarantined> quarantined, List<String> recovered) {
    static final String SUFFIX = ".json";
    static final String QUARANTINE = "quarantine-";
    static final String RECOVERED = "recovered-";

    private static final int RANDOM_LENGTH = 8;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    // A session that was closed twice within one instant: the second name is the longer one.
    private static final Comparator<Archived> OLDEST_FIRST =
            Comparator.comparing((Archived archived) -> archived.session().updated())
                    .thenComparingInt(archived -> archived.name().length())
                    .thenComparing(Archived::name);

    static final History NONE = new History(List.of(), List.of(), List.of());

    public History {
        archives = List.copyOf(archives);
        quarantined = List.copyOf(quarantined);
        recovered = List.copyOf(recovered);
    }

    /// A closed session and the name of its file, without the ending.
    public record Archived(String name, FlowSession session) {}

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

    /// Whether files of this name have a meaning of their own here, so that no session may have it;
    /// also where upper and lower case are one.
    static boolean isReserved(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith(QUARANTINE) || lower.startsWith(RECOVERED);
    }

    static History read(Folder folder) throws Failure {
        var archives = new ArrayList<Archived>();
        var quarantined = new ArrayList<Quarantined>();
        var recovered = new ArrayList<String>();
        for (Name file : files(folder)) {
            String name = shown(file);
            if (name.startsWith(RECOVERED)) {
                recovered.add(file.toString());
                continue;
            }
            switch (LoadSession.from(folder, file)) {
                case Found.Closing(var session) when !name.startsWith(QUARANTINE) ->
                        archives.add(new Archived(name, session));
                case Found.Closing _, Found.Active _ -> quarantined.add(Quarantined.readable(name));
                case Found.Newer(var format) -> quarantined.add(Quarantined.newer(name, format));
                case Found.Unreadable unreadable ->
                        quarantined.add(Quarantined.unreadable(name, unreadable));
                case Found.Nothing _ -> {}
            }
        }
        archives.sort(OLDEST_FIRST);
        return new History(archives, quarantined, recovered);
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
                    .filter(name -> !AtomicFile.isTemporary(name))
                    .sorted()
                    .toList();
        } catch (FileFault fault) {
            throw fault.asFailure(".flow/history");
        }
    }
}
