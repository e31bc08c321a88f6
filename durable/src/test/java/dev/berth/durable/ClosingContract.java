package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/// A closed folder or file: any use is a bug, told as one.
public interface ClosingContract extends FolderFixture {
    @Test
    default void aClosedFolderIsNotUsed() throws FileFault {
        put("file", "x");
        var name = Name.of("file");
        var free = Name.of("free");
        var closed = layer().open(place());
        closed.close();
        closed.close();
        bug(() -> closed.folder(name));
        bug(() -> closed.read(name));
        bug(() -> closed.write(name));
        bug(() -> closed.create(free, 0600));
        bug(() -> closed.makeFolder(free, 0700));
        bug(() -> closed.rename(name, folder(), free));
        bug(() -> folder().rename(name, closed, free));
        bug(() -> closed.renameNew(name, folder(), free));
        bug(() -> folder().renameNew(name, closed, free));
        bug(() -> closed.link(name, folder(), free));
        bug(() -> folder().link(name, closed, free));
        bug(() -> closed.symlink(free, Name.Target.of("x")));
        bug(() -> closed.readLink(name));
        bug(() -> closed.unlink(name));
        bug(() -> closed.removeFolder(name));
        bug(() -> closed.stat(name));
        bug(closed::stat);
        bug(closed::list);
        bug(closed::scan);
        bug(() -> closed.setMode(name, 0600));
        bug(() -> closed.setOwner(name, 0, 0));
        bug(() -> closed.setModified(name, 0, 0));
        bug(closed::sync);
        bug(closed::syncFileSystem);
        bug(closed::space);
    }

    @Test
    default void aClosedFileIsNotUsed() throws FileFault {
        var memory = MemorySegment.ofArray(new byte[1]);
        var closed = folder().create(Name.of("file"), 0600);
        closed.close();
        closed.close();
        bug(() -> closed.read(memory, 0));
        bug(() -> closed.write(memory, 0));
        bug(() -> closed.truncate(0));
        bug(closed::sync);
        bug(closed::stat);
        bug(() -> closed.setMode(0600));
        bug(() -> closed.setOwner(0, 0));
        bug(() -> closed.setModified(0, 0));
        bug(() -> closed.nextData(0));
        bug(() -> closed.nextHole(0));
    }

    private static void bug(ThrowingCallable use) {
        assertThatThrownBy(use).isInstanceOf(IllegalStateException.class);
    }
}
