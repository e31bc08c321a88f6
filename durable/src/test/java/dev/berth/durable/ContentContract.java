package dev.berth.durable;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/// The bytes of an open file.
public interface ContentContract extends FolderFixture {
    @Test
    default void readsBackWhatWasWrittenFromHeapAndNativeMemory() throws FileFault {
        var bytes = new byte[300_001];
        new Random(7).nextBytes(bytes);
        try (var arena = Arena.ofConfined();
                var file = folder().create(Name.of("file"), 0600)) {
            var outside = arena.allocate(bytes.length);
            file.writeFully(MemorySegment.ofArray(bytes), 0);
            assertThat(file.readFully(outside, 0)).isEqualTo(bytes.length);
            assertThat(outside.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
            file.writeFully(outside, bytes.length);
            var heap = new byte[2 * bytes.length];
            assertThat(file.readFully(MemorySegment.ofArray(heap), 0)).isEqualTo(heap.length);
            assertThat(heap).startsWith(bytes).endsWith(bytes);
            assertThat(file.readAll(heap.length)).isEqualTo(heap);
        }
    }

    @Test
    default void readsShortAtTheEndAndNothingBeyond() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            file.writeFully(FolderFixture.bytes("12345"), 0);
            var into = MemorySegment.ofArray(new byte[10]);
            assertThat(file.read(into, 2)).isEqualTo(3);
            assertThat(file.read(into, 5)).isZero();
            assertThat(file.read(into, 500)).isZero();
            assertThat(file.readFully(into, 1)).isEqualTo(4);
            assertThat(file.read(into.asSlice(0, 0), 0)).isZero();
            assertThat(file.write(into.asSlice(0, 0), 0)).isZero();
            assertThat(file.stat().size()).isEqualTo(5);
        }
    }

    @Test
    default void writesBeyondTheEndLeaveZeros() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            file.writeFully(FolderFixture.bytes("a"), 0);
            file.writeFully(FolderFixture.bytes("b"), 3);
            assertThat(file.readAll(10)).containsExactly('a', 0, 0, 'b');
        }
    }

    @Test
    default void cutsAndExtends() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            file.writeFully(FolderFixture.bytes("12345"), 0);
            file.truncate(2);
            file.truncate(4);
            assertThat(file.readAll(10)).containsExactly('1', '2', 0, 0);
            file.truncate(0);
            assertThat(file.readAll(10)).isEmpty();
        }
    }

    @Test
    default void readsAFileWholeOnlyUpToTheLimit() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            file.writeFully(FolderFixture.bytes("12345"), 0);
            assertThat(file.readAll(5)).hasSize(5);
            refused(Errno.EFBIG, () -> file.readAll(4));
        }
    }

    @Test
    default void tellsWhereDataAndHolesAre() throws FileFault {
        long gap = 1 << 20;
        try (var file = folder().create(Name.of("file"), 0600)) {
            assertThat(file.nextData(0)).isZero();
            assertThat(file.nextHole(0)).isZero();
            file.writeFully(FolderFixture.bytes("begin"), 0);
            file.writeFully(FolderFixture.bytes("end"), gap);
            file.truncate(3 * gap);
            // A layer may take a hole for data, never data for a hole.
            assertThat(file.nextData(0)).isZero();
            assertThat(file.nextHole(0)).isBetween(5L, 3 * gap);
            assertThat(file.nextData(5)).isBetween(5L, gap);
            assertThat(file.nextData(gap + 1)).isEqualTo(gap + 1);
            assertThat(file.nextHole(gap)).isBetween(gap + 3, 3 * gap);
            assertThat(file.nextData(3 * gap)).isEqualTo(3 * gap);
            assertThat(file.nextHole(3 * gap)).isEqualTo(3 * gap);
        }
    }

    @Test
    default void syncsFilesFoldersAndTheFileSystem() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            file.writeFully(FolderFixture.bytes("kept"), 0);
            file.sync();
        }
        folder().sync();
        folder().syncFileSystem();
        assertThat(content("file")).isEqualTo("kept");
    }

    @Test
    default void aFileOpenForReadingIsNotWritten() throws FileFault {
        put("file", "kept");
        try (var file = folder().read(Name.of("file"))) {
            assertThatThrownBy(() -> file.write(FolderFixture.bytes("x"), 0))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(content("file")).isEqualTo("kept");
    }
}
