package dev.berth.depot.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyScope;
import dev.berth.depot.key.Sealer;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackKind;
import dev.berth.depot.tree.ChunkList;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

@DisplayName("An index whose segments another process makes one of")
class MergedAwayTest {
    private static final SecureRandom RANDOM = SystemRandom.here();

    @TempDir Path folder;
    private final List<ChunkId> stored = new ArrayList<>();

    /// Small ones are in memory, larger ones are read as they are needed, and the largest are never
    /// in memory as a whole.
    @ParameterizedTest(name = "{0} rows")
    @ValueSource(ints = {100, 12_000, 120_000})
    void goesOnKnowingWhatTheyKnew(int rows) throws Exception {
        try (var ours = FolderBlobs.open(SystemFiles.here(), folder);
                var theirs = FolderBlobs.open(SystemFiles.here(), folder)) {
            write(domain(ours), rows);
            try (var index = Index.load(domain(ours))) {
                int left;
                try (var other = Index.load(domain(theirs))) {
                    left = new IndexWriter(domain(theirs), RANDOM).merge(other).size();
                }
                // Else there was nothing to be merged away.
                assertThat(left).isLessThan(9);
                for (int i = 0; i < stored.size(); i += 1 + stored.size() / 500) {
                    assertThat(index.holds(stored.get(i), Set.of())).isTrue();
                }
                assertThat(index.damage()).isEmpty();
                var told = new AtomicInteger();
                index.forEach((_, _, _) -> told.incrementAndGet());
                assertThat(told).hasValue(stored.size());
                assertThat(new IndexWriter(domain(ours), RANDOM).merge(index)).isNotEmpty();
            }
            try (var after = Index.load(domain(ours))) {
                assertThat(after.damage()).isEmpty();
                for (var id : stored) assertThat(after.find(id)).isPresent();
            }
        }
    }

    private void write(Domain domain, int rows) throws Failure {
        var random = new SplittableRandom(rows);
        for (int pack = 0; pack < 9; pack++) {
            int count = pack == 0 ? rows : 50;
            var chunks = new ChunkList.Builder();
            for (int i = 0; i < count; i++) {
                var id =
                        new ChunkId(
                                random.nextLong(),
                                random.nextLong(),
                                random.nextLong(),
                                random.nextLong());
                stored.add(id);
                chunks.add(id, 8);
            }
            var block = new PackContents.Block(64, 8 * count + 100, 8 * count, chunks.build());
            var contents =
                    new PackContents(
                            PackId.random(RANDOM),
                            PackKind.DATA,
                            0,
                            List.of(block),
                            8L * count + 500);
            new IndexWriter(domain, RANDOM).write(List.of(contents));
        }
    }

    private static Domain domain(FolderBlobs store) {
        var scope = new KeyScope("d", "local", DomainName.COMMON);
        return new Domain(store, Sealer.clear(scope), () -> true);
    }
}
