package dev.berth.bench.vault;

import dev.berth.bench.Contender;
import dev.berth.durable.FileLayer;
import dev.berth.durable.SystemFiles;
import dev.berth.vault.LocksFolder;
import dev.berth.vault.Sweep;
import dev.berth.vault.Vault;
import dev.berth.vault.VaultSettings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/// Looking through a whole vault, by `find` and by us.
final class Sweeping {
    private Sweeping() {}

    record Find(Path vault) implements Contender {
        @Override
        public String title() {
            return "find -printf '%s %T@'";
        }

        @Override
        public long run(int times) throws IOException, InterruptedException {
            long start = System.nanoTime();
            for (int i = 0; i < times; i++) {
                var find =
                        new ProcessBuilder("find", vault.toString(), "-printf", "%s %T@ %p\\n")
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start();
                if (find.waitFor() != 0) throw new IOException("find failed");
            }
            return System.nanoTime() - start;
        }
    }

    record Ours(Path vault, Path cache, int expected) implements Contender {
        @Override
        public String title() {
            return "Sweep.run, in a warm process";
        }

        @Override
        public long run(int times) throws Exception {
            FileLayer files = SystemFiles.here();
            long start = System.nanoTime();
            for (int i = 0; i < times; i++) {
                try (var opened =
                        Vault.open(
                                vault,
                                LocksFolder.in(files, cache),
                                InstantSource.system(),
                                VaultSettings.USUAL)) {
                    var report = new Sweep(opened, files, Optional.empty(), Optional.empty()).run();
                    if (report.conflicts().size() != expected) {
                        throw new IllegalStateException("found " + report.conflicts().size());
                    }
                }
            }
            return System.nanoTime() - start;
        }
    }
}
