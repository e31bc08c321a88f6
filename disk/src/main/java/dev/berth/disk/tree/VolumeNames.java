package dev.berth.disk.tree;

import dev.berth.disk.Folding;
import dev.berth.disk.Shown;
import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which volumes' names occur at the root of a tree: as real folders, or as something else, a link,
/// a file or another spelling, by volume. `marked` when it carries the lines that `unpack` writes.
record VolumeNames(Set<Volume> folders, Map<Volume, String> others, boolean marked) {
    static VolumeNames in(Folder root) throws FileFault {
        var folders = EnumSet.noneOf(Volume.class);
        for (var volume : Volume.values()) {
            var stat = root.stat(TreeLayout.folderName(volume));
            if (stat.filter(FileStat::isFolder).isPresent()) folders.add(volume);
        }
        if (folders.equals(Volume.all())) return new VolumeNames(folders, Map.of(), false);
        return new VolumeNames(folders, others(root, folders), PrivateLines.areIn(root));
    }

    private static Map<Volume, String> others(Folder root, Set<Volume> folders) throws FileFault {
        var others = new EnumMap<Volume, String>(Volume.class);
        for (var entry : root.list()) {
            String name = entry.name().text().orElse("");
            for (var volume : Volume.values()) {
                boolean alike = Folding.of(name).equals(volume.label());
                if (alike && !folders.contains(volume)) others.put(volume, name);
            }
        }
        return others;
    }

    /// What a resume clears may be missing: it counts as empty. What stays at home may be missing
    /// where the lines say that there was a disk.
    boolean isDisk() {
        if (!others.isEmpty()) return false;
        return folders.containsAll(marked ? Volume.travelling() : Volume.survivingResume());
    }

    /// Whether it may have been a disk: one name alone is one that any project may use.
    boolean isDoubtful() {
        int found = folders.size() + others.size();
        return found > 1 || (marked && found > 0);
    }

    Failure doubt(String named) {
        var wrong = new ArrayList<String>();
        var advice = new ArrayList<String>();
        for (var volume : Volume.values()) {
            var other = others.get(volume);
            if (other != null && !other.equals(volume.label())) {
                wrong.add("%s is not spelt %s".formatted(other, volume.label()));
                advice.add("rename %s to %s".formatted(other, volume.label()));
            } else if (other != null) {
                wrong.add(other + " is no folder");
                advice.add("put a real folder in place of " + other);
            } else if (!folders.contains(volume) && volume.survivesResume()) {
                wrong.add(volume.label() + " is missing");
                advice.add("make the folder " + volume.label());
            }
        }
        return new Failure.Refused(
                "%s looks like a disk, but %s".formatted(Shown.text(named), and(wrong)),
                "%s; if it is no disk, rename %s"
                        .formatted(and(advice), String.join(" or ", present())),
                Map.of());
    }

    private List<String> present() {
        var present = new ArrayList<String>();
        folders.forEach(volume -> present.add(volume.label()));
        present.addAll(others.values());
        return present;
    }

    private static String and(List<String> parts) {
        return String.join(", and ", parts);
    }
}
