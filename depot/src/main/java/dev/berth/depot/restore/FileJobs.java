package dev.berth.depot.restore;

import dev.berth.depot.tree.TreeEntry;

import java.util.ArrayList;
import java.util.List;

/// The files and links of a plan as runs of neighbours, which lie in the same blocks of the same
/// packs.
final class FileJobs {
    private static final long RUN_BYTES = 4 << 20;
    private static final int RUN_FILES = 256;

    private FileJobs() {}

    /// Something to be written into a folder.
    record Job(PlannedFolder folder, int index) {
        TreeEntry entry() {
            return folder.entries.get(index);
        }

        long size() {
            return entry() instanceof TreeEntry.File file ? file.size() : 0;
        }
    }

    static List<List<Job>> runs(PlannedFolder root) {
        var jobs = new ArrayList<Job>();
        collect(root, jobs);
        var runs = new ArrayList<List<Job>>();
        int begin = 0;
        long bytes = 0;
        for (int i = 0; i < jobs.size(); i++) {
            bytes += jobs.get(i).size();
            if (bytes >= RUN_BYTES || i - begin + 1 >= RUN_FILES) {
                runs.add(jobs.subList(begin, i + 1));
                begin = i + 1;
                bytes = 0;
            }
        }
        if (begin < jobs.size()) runs.add(jobs.subList(begin, jobs.size()));
        return runs;
    }

    /// In the order in which a snapshot takes them.
    private static void collect(PlannedFolder folder, List<Job> jobs) {
        for (int i = 0; i < folder.entries.size(); i++) {
            if (!(folder.entries.get(i) instanceof TreeEntry.Folder)) jobs.add(new Job(folder, i));
        }
        for (var sub : folder.folders) collect(sub, jobs);
    }
}
