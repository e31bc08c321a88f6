package dev.berth.durable.faulting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FolderContract;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call.Kind;
import dev.berth.durable.faulting.Fault.Lasting;
import dev.berth.durable.modelled.ModelledFiles;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Unarmed, it is a file layer as any other.
class FaultingFilesTest extends FolderContract {
    private static final Fault DEVICE_ERROR = new Fault.Fails(Errno.EIO);

    private final FaultingFiles files = new FaultingFiles(new ModelledFiles());

    @Override
    protected FileLayer files() {
        return files;
    }

    @Override
    protected Path root() {
        return Path.of("/");
    }

    @Test
    void failsOnceWhenAskedTo() throws FileFault {
        files.arm(DEVICE_ERROR, 2, Lasting.ONCE);
        folder().makeFolder(Name.of("a"), 0700);
        fails(Errno.EIO, "b");
        folder().makeFolder(Name.of("c"), 0700);
        assertThat(files.calls()).hasSize(3);
        assertThat(files.struck()).hasSize(1);
        assertThat(folder().list()).hasSize(2);
    }

    @Test
    void failsFromThenOnWhenAskedTo() throws FileFault {
        files.arm(DEVICE_ERROR, 2, Lasting.FROM_THEN_ON);
        folder().makeFolder(Name.of("a"), 0700);
        fails(Errno.EIO, "b");
        fails(Errno.EIO, "c");
        files.disarm();
        folder().makeFolder(Name.of("b"), 0700);
        assertThat(folder().list()).hasSize(2);
    }

    @Test
    void shortensAWriteAndTellsSo() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            files.arm(new Fault.ShortWrite(), 1, Lasting.ONCE);
            assertThat(file.write(MemorySegment.ofArray(new byte[9]), 0)).isEqualTo(5);
            assertThat(file.write(MemorySegment.ofArray(new byte[4]), 5)).isEqualTo(4);
            assertThat(file.stat().size()).isEqualTo(9);
            assertThat(files.struck()).extracting(Call::kind).containsExactly(Kind.WRITE);
        }
    }

    @Test
    void aDeadProcessDoesNothingMore() throws FileFault {
        files.arm(new Fault.Kill(), 1, Lasting.FROM_THEN_ON);
        assertThatThrownBy(() -> folder().makeFolder(Name.of("a"), 0700))
                .isInstanceOf(Fault.Killed.class);
        assertThatThrownBy(() -> folder().makeFolder(Name.of("b"), 0700))
                .isInstanceOf(Fault.Killed.class);
        files.disarm();
        assertThat(folder().list()).isEmpty();
    }

    @Test
    void noFailedSyncIsTriedAgain() throws FileFault {
        try (var file = folder().create(Name.of("file"), 0600)) {
            files.arm(DEVICE_ERROR, 1, Lasting.ONCE);
            assertThatThrownBy(file::sync).isInstanceOf(FileFault.class);
            assertThatThrownBy(file::sync).isInstanceOf(IllegalStateException.class);
        }
    }

    private void fails(Errno errno, String name) {
        assertThatThrownBy(() -> folder().makeFolder(Name.of(name), 0700))
                .isInstanceOfSatisfying(
                        FileFault.class, fault -> assertThat(fault.errno()).isEqualTo(errno));
    }
}
