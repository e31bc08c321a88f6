package dev.berth.disk.sqlite;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What lies beside a database under the names that SQLite looks for when it opens one.
record Companions(FileLayer files) {
    static final String LOG = "-wal";
    static final String JOURNAL = "-journal";
    private static final List<String> ENDINGS = List.of(LOG, JOURNAL, "-shm");
    private static final int LONGEST_NAME = 255;

    /// SQLite opens what it finds: at a pipe it would wait for ever, and it writes through links.
    void refuseOddOnes(Path file, String named) throws Failure {
        for (String ending : ENDINGS) {
            var stat = stat(file, ending);
            if (stat.isEmpty() || stat.get().kind() == FileStat.Kind.FILE) continue;
            throw new Failure.Refused(
                    "%s%s lies beside the disk and is no ordinary file".formatted(named, ending),
                    "move it away; no disk has such a thing beside it");
        }
    }

    /// Whether a write-ahead log lies beside the file, so that the file alone is not all there is.
    boolean hasLog(Path file) throws Failure {
        return stat(file, LOG).isPresent();
    }

    /// Whether there is a journal with something in it: of a writer at work, or of one cut short.
    boolean hasJournal(Path file) throws Failure {
        return stat(file, JOURNAL).filter(stat -> stat.size() > 0).isPresent();
    }

    private Optional<FileStat> stat(Path file, String ending) throws Failure {
        var place = Place.of(file);
        byte[] text = (place.name().text().orElseThrow() + ending).getBytes(StandardCharsets.UTF_8);
        var name = Name.parse(text);
        if (name.isEmpty() || name.get().length() > LONGEST_NAME) return Optional.empty();
        try (var folder = files.open(place.folder())) {
            return folder.stat(name.get());
        } catch (FileFault fault) {
            throw fault.asFailure(file.toString());
        }
    }
}
