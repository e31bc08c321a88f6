package dev.berth.depot.snapshot;

import dev.berth.depot.tree.Extents;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.util.Arrays;

/// Reads a file with holes: its runs of data one by one, and where they lie.
final class Sparse {
    private Sparse() {}

    /// Reads data from one position to another, and returns how much there was.
    interface Run {
        long read(long from, long to) throws FileFault, Failure;
    }

    /// Makes something of what was found.
    interface Result<T> {
        T of(long size, Extents extents);
    }

    static <T> T read(OpenFile file, long size, Run run, Result<T> result)
            throws FileFault, Failure {
        long[] pairs = {};
        long end = 0;
        long position = 0;
        long found = size;
        while (position < size) {
            long data = Math.min(size, file.nextData(position));
            if (data >= size) break;
            long hole = Math.min(size, file.nextHole(data));
            long count = run.read(data, hole);
            if (count == 0) {
                found = data;
                break;
            }
            if (data == end && pairs.length > 0) {
                // Data right behind data: one run, however the file system told it.
                pairs[pairs.length - 1] += count;
            } else {
                pairs = Arrays.copyOf(pairs, pairs.length + 2);
                pairs[pairs.length - 2] = data - end;
                pairs[pairs.length - 1] = count;
            }
            end = data + count;
            if (end < hole) {
                // Cut short meanwhile: the file is as long as what was read.
                found = end;
                break;
            }
            position = hole;
        }
        return result.of(found, Extents.of(pairs));
    }
}
