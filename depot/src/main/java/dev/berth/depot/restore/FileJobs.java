package dev.berth.depot.restore;

import dev.berth.depot.tree.TreeEntry;

import java.util.ArrayList;
import java.util.List;

/// The files and links of a plan as runs of neighbours, which lie in the same blocks of the same
/// packs, and apart from them the large files that are written in parts.
record FileJobs(List<List<FileJobs.Job>> runs, List<LargeFile.Part> parts) {
    private static final long RUN_BYTES = 4 << 20;
    private static final int RUN_FILES = 256;

    /// Something to be written into a folder.
    record Job(PlannedFolder folder, int index) {
        TreeEntry entry() {
            return folder.entries.get(index);
        }

        long size() {
            return entry() instanceof TreeEntry.File file ? file.size() : 0;
        }
    }

    /// Of everything in `root`; `shared` says whether large files are written in parts.
    static FileJobs of(PlannedFolder root, boolean shared) {
        var jobs = new ArrayList<Job>();
        collect(root, jobs);
        var parts = new ArrayList<LargeFile.Part>();
        if (shared) {
            for (var job : jobs) if (LargeFile.suits(job)) parts.addAll(LargeFile.parts(job));
            jobs.removeIf(LargeFile::suits);
        }
        return new FileJobs(runs(jobs), parts);
    }

    /// How many files and links, and how many bytes.
    int files() {
        return runs.stream().mapToInt(List::size).sum()
                + (int) parts.stream().map(LargeFile.Part::file).distinct().count();
    }

    long bytes() {
        return runs.stream().flatMap(List::stream).mapToLong(Job::size).sum()
                + parts.stream().mapToLong(LargeFile.Part::bytes).sum();
    }

    private static List<List<Job>> runs(List<Job> jobs) {
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
