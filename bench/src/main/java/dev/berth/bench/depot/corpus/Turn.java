package dev.berth.bench.depot.corpus;

import dev.berth.durable.FileFault;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What an agent does to a tree in one turn: 20 files edited, 50 added, 10 deleted, 100 touched,
/// and one folder of about 120 files renamed. Which ones is told by the round alone.
final class Turn {
    private static final int EDITED = 20;
    private static final int ADDED = 50;
    private static final int DELETED = 10;
    private static final int TOUCHED = 100;
    private static final int RENAMED_FILES = 120;
    private static final int MOST_EDITED_BYTES = 256 << 10;

    private final Tree tree;
    private final int round;
    private final long now;
    private final Words words;

    Turn(Tree tree, int round) {
        this.tree = tree;
        this.round = round;
        this.now = Tree.EPOCH_SECONDS + 100_000 + round;
        this.words = new Words(1000 + round);
    }

    void run() throws FileFault {
        var files = ordinary();
        shuffle(files);
        int next = 0;
        for (int i = 0; i < EDITED; i++) edit(files.get(next++));
        for (int i = 0; i < ADDED; i++) add(i, files.get(next++));
        for (int i = 0; i < DELETED; i++) tree.remove(files.get(next++));
        for (int i = 0; i < TOUCHED; i++) tree.touch(files.get(next++), now);
        String folder = folderToRename();
        int slash = folder.lastIndexOf('/');
        tree.rename(folder, folder.substring(slash + 1) + "-moved-" + round);
    }

    /// The files that one would edit: not the history's, and not too long.
    private List<String> ordinary() throws FileFault {
        var files = new ArrayList<String>();
        for (var seen : tree.entries()) {
            boolean edited = seen.stat().isFile() && seen.stat().size() <= MOST_EDITED_BYTES;
            if (edited && !seen.path().startsWith(".git/")) files.add(seen.path());
        }
        return files;
    }

    private void edit(String file) throws FileFault {
        byte[] before = tree.read(file);
        byte[] inserted = words.text(80);
        var after = new byte[before.length + inserted.length];
        int at = before.length / 2;
        System.arraycopy(before, 0, after, 0, at);
        System.arraycopy(inserted, 0, after, at, inserted.length);
        System.arraycopy(before, at, after, at + inserted.length, before.length - at);
        tree.replace(file, after, now);
    }

    /// Half of the new files lie in a new folder, half beside others.
    private void add(int which, String neighbour) throws FileFault {
        String name = "added-%d-%d.txt".formatted(round, which);
        String folder = "turn-%d/".formatted(round);
        if (which % 2 == 1) folder = neighbour.substring(0, neighbour.lastIndexOf('/') + 1);
        tree.put(folder + name, words.text(words.length(3000)), 0644, now);
    }

    /// The folder with the number of files nearest to what is wanted, first by name.
    private String folderToRename() throws FileFault {
        Map<String, Integer> counts = new TreeMap<>();
        for (String file : ordinary()) {
            for (int at = file.indexOf('/'); at > 0; at = file.indexOf('/', at + 1)) {
                counts.merge(file.substring(0, at), 1, Integer::sum);
            }
        }
        String best = "";
        int distance = Integer.MAX_VALUE;
        for (var each : counts.entrySet()) {
            int off = Math.abs(each.getValue() - RENAMED_FILES);
            if (off < distance && !each.getKey().contains("-moved-")) {
                best = each.getKey();
                distance = off;
            }
        }
        return best;
    }

    private void shuffle(List<String> files) {
        for (int i = files.size() - 1; i > 0; i--) {
            int j = words.random().nextInt(i + 1);
            var swapped = files.get(i);
            files.set(i, files.get(j));
            files.set(j, swapped);
        }
    }
}
