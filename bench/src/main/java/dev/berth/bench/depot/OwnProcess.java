package dev.berth.bench.depot;

import com.sun.management.OperatingSystemMXBean;

import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Measures what this process itself does.
final class OwnProcess {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Path SELF = Path.of("/proc/self");
    private static final int MOST = 1 << 20;

    private final long cpu;
    private final long wall;

    private OwnProcess(long cpu, long wall) {
        this.cpu = cpu;
        this.wall = wall;
    }

    static OwnProcess begin() {
        forgetPeak();
        return new OwnProcess(SYSTEM.getProcessCpuTime(), System.nanoTime());
    }

    Cost end() {
        long took = System.nanoTime() - wall;
        return new Cost(took, SYSTEM.getProcessCpuTime() - cpu, peak());
    }

    /// Linux alone lets a process begin its peak anew.
    private static void forgetPeak() {
        try (var self = SystemFiles.here().open(SELF);
                var file = self.write(Name.of("clear_refs"))) {
            file.write(MemorySegment.ofArray("5".getBytes(StandardCharsets.US_ASCII)), 0);
        } catch (FileFault elsewhere) {
            // Then the peak is that of the whole run.
        }
    }

    private static long peak() {
        try (var self = SystemFiles.here().open(SELF);
                var file = self.read(Name.of("status"))) {
            for (String line :
                    new String(file.readAll(MOST), StandardCharsets.US_ASCII).split("\n", -1)) {
                if (!line.startsWith("VmHWM:")) continue;
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        } catch (FileFault elsewhere) {
            return 0;
        }
        return 0;
    }
}
