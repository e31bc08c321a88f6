package dev.berth.disk.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Cell;
import dev.berth.disk.Disk;
import dev.berth.disk.Disks;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.VolumePath;
import dev.berth.disk.moving.Create;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/// What a query may not exceed, whatever it asks for.
class QueryCapsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int MIB = 1 << 20;

    @TempDir private Path folder;

    private static List<Cell> row(Disk disk, String sql, QueryLimits limits) throws Failure {
        return disk.query(sql, limits).rows().getFirst();
    }

    @Test
    void aLongCellIsToldByItsLength() throws Exception {
        var limits = new QueryLimits(LONG, 10, 100, 1 << 20);
        try (var disk = Disks.DISKS.inMemory()) {
            assertThat(row(disk, "select zeroblob(101), zeroblob(100)", limits))
                    .containsExactly(new Cell.TooLong(101), new Cell.Text("\0".repeat(100)));
            assertThat(row(disk, "select printf('%.101c', 'x'), printf('%.100c', 'x')", limits))
                    .containsExactly(new Cell.TooLong(101), new Cell.Text("x".repeat(100)));
        }
    }

    @Test
    void aLongAnswerIsCutAndSaysSo() throws Exception {
        var limits = new QueryLimits(LONG, 1_000_000, 1000, 10_000);
        String many =
                "with recursive n(i) as (select 1 union all select i + 1 from n limit 5000)"
                        + " select printf('%.500c', 'x') from n";
        try (var disk = Disks.DISKS.inMemory()) {
            var answer = disk.query(many, limits);
            assertThat(answer.truncated()).isTrue();
            assertThat(answer.rows()).hasSizeBetween(20, 22);
        }
    }

    @Test
    void aValueThatNoFileCouldHoldIsRefused() throws Exception {
        try (var disk = Disks.DISKS.inMemory()) {
            assertThatThrownBy(
                            () ->
                                    disk.query(
                                            "select length(zeroblob(200000000))",
                                            QueryLimits.DEFAULT))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContaining("too large");
        }
    }

    @Test
    void ofATreeSeesContentsUpToOneMebibyteAndTheSizeOfNone() throws Exception {
        Path tree = folder.resolve("tree");
        new Create(Disks.FILES, Disks.DISKS).tree(tree);
        try (var disk = TreeDisk.open(Disks.FILES, tree, Clock.systemUTC(), Disks.DISKS)) {
            disk.put(new VolumePath("/fits"), new byte[MIB]);
            disk.put(new VolumePath("/large"), new byte[MIB + 1]);
            var answer =
                    disk.query(
                            "select path, length(content) from vfs order by path",
                            QueryLimits.DEFAULT.withTime(LONG));
            assertThat(answer.rows())
                    .containsExactly(
                            List.of(new Cell.Text("/fits"), new Cell.Whole(MIB)),
                            List.of(new Cell.Text("/large"), new Cell.Null()));
        }
    }
}
