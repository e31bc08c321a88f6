package dev.berth.disk.tree;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Layout;
import dev.berth.disk.Progress;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Several [TreeWriter]s on one tree, each on a thread of its own, while the caller reads on. With
/// one hand everything is done on the caller's thread, in the order in which it comes.
///
/// Entries may be written in any order, since each is whole by itself: no entry is a folder with
/// something in it, and folders on the way are made by whoever needs them first.
public final class TreeCrew implements EntrySink, AutoCloseable {
    private static final int MOST_ENTRIES = 256;
    private static final int FEW_ENTRIES = 32;
    private static final int MOST_BYTES = 1 << 20;

    private final List<TreeWriter> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Handover handover;
    private final Progress progress;
    private List<Given> gathered = new ArrayList<>();
    private long gatheredBytes;
    private String folder = "";
    private Tally written = Tally.NOTHING;

    /// `arrivals` gives each hand, counted from 0, its own way of making files.
    public TreeCrew(
            Folder root,
            Layout layout,
            IntFunction<Arrival> arrivals,
            int hands,
            Progress progress) {
        this.progress = progress;
        this.handover = new Handover();
        for (int hand = 0; hand < hands; hand++) {
            writers.add(new TreeWriter(root, layout, arrivals.apply(hand)));
        }
        if (hands == 1) return;
        for (var writer : writers) {
            threads.add(
                    Thread.ofPlatform().daemon().name("berth-writer").start(() -> work(writer)));
        }
    }

    /// One entry on its way.
    static final class Given {
        private final Volume volume;
        private final DiskEntry entry;
        private final byte[] content;

        private Given(Volume volume, DiskEntry entry, byte[] content) {
            this.volume = volume;
            this.entry = entry;
            this.content = content;
        }

        int bytes() {
            return content.length;
        }
    }

    @Override
    public void take(Volume volume, DiskEntry entry, byte[] content) throws Failure {
        if (threads.isEmpty()) {
            writers.getFirst().take(volume, entry, content);
            count(TreeWriter.tally(entry, content));
            return;
        }
        // Files of one folder stay together: each hand has its own folders open.
        String now = entry.path().folder();
        boolean left = gathered.size() >= FEW_ENTRIES && !now.equals(folder);
        if (left || gathered.size() == MOST_ENTRIES || gatheredBytes > MOST_BYTES) handOver();
        folder = now;
        gathered.add(new Given(volume, entry, content));
        gatheredBytes += content.length;
    }

    private void handOver() throws Failure {
        if (gathered.isEmpty()) return;
        handover.give(gathered);
        gathered = new ArrayList<>();
        gatheredBytes = 0;
    }

    private void work(TreeWriter writer) {
        handover.takeAll(
                batch -> {
                    var done = Tally.NOTHING;
                    for (var one : batch) {
                        writer.take(one.volume, one.entry, one.content);
                        done = done.and(TreeWriter.tally(one.entry, one.content));
                    }
                    count(done);
                });
    }

    private synchronized void count(Tally more) {
        written = written.and(more);
        progress.reached(written.files(), written.bytes());
    }

    /// Returns when everything has been written, with how much that was.
    public Tally finish() throws Failure {
        handOver();
        handover.await();
        return written();
    }

    private synchronized Tally written() {
        return written;
    }

    /// Without [#finish] before, what was not begun yet is not written.
    @Override
    public void close() {
        handover.end();
        boolean interrupted = false;
        for (var thread : threads) {
            // A batch under way ends first: nobody may write into a tree that is being removed.
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
        for (var writer : writers) writer.close();
    }
}
