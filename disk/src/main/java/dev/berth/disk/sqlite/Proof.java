package dev.berth.disk.sqlite;

import dev.berth.disk.Contents;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Limits;
import dev.berth.disk.Shown;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Proves, row by row and in whatever order they come, that rows make a tree which can be unpacked:
/// each is a file, a link or a folder at a decent path of its own, none is over the limit, and no
/// file has anything below it.
final class Proof {
    private final Map<Volume, Lane> lanes = new EnumMap<>(Volume.class);

    /// What was seen of one volume: entries, and folders on the way to them.
    private record Lane(Set<String> files, Set<String> folders, Set<String> ways) {}

    /// The volume of a row, whose column a foreign hand may have filled.
    static Volume volume(@Nullable String label) throws Failure {
        for (var volume : Volume.values()) {
            if (volume.label().equals(label)) return volume;
        }
        throw noVolume("the disk");
    }

    static Failure noVolume(String file) {
        return new Failure.Refused(
                file + " has rows in a volume that does not exist",
                "delete them with the sqlite3 shell; volumes are " + Volume.choices());
    }

    void add(Volume volume, DiskEntry entry, byte[] content) throws Failure {
        if (entry.size() > Limits.MAX_FILE_BYTES) {
            throw Limits.tooLarge(volume, entry.path(), entry.size());
        }
        var lane =
                lanes.computeIfAbsent(
                        volume, _ -> new Lane(new HashSet<>(), new HashSet<>(), new HashSet<>()));
        place(lane, volume, entry);
        if (entry.kind() == EntryKind.LINK) {
            String flaw = Contents.linkFlaw(content);
            if (!flaw.isEmpty()) throw Rows.nonsense(entry.path().shown(), volume, flaw);
        }
    }

    private static void place(Lane lane, Volume volume, DiskEntry entry) throws Failure {
        String path = entry.path().value();
        boolean folder = entry.kind() == EntryKind.FOLDER;
        boolean again = lane.files.contains(path) || lane.folders.contains(path);
        if (again) throw new Failure.Damaged(twice(volume, entry), "go back to an earlier copy");
        if (!folder && lane.ways.contains(path)) {
            throw Rows.nonsense(entry.path().shown(), volume, "it is a file with others below it");
        }
        (folder ? lane.folders : lane.files).add(path);
        // Upwards, until one is known: its own ways were looked at when it was added.
        for (int i = path.lastIndexOf('/'); i > 0; i = path.lastIndexOf('/', i - 1)) {
            String above = path.substring(0, i);
            if (lane.files.contains(above)) {
                throw Rows.nonsense(
                        entry.path().shown(),
                        volume,
                        "it lies below a file, " + Shown.brief(above));
            }
            if (!lane.ways.add(above)) return;
        }
    }

    private static String twice(Volume volume, DiskEntry entry) {
        return "there are two rows '%s' in %s".formatted(entry.path().shown(), volume.label());
    }
}
