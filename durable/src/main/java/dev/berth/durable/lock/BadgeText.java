package dev.berth.durable.lock;

import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// What stands in a badge's file: the owner as JSON, a beat, the holder's notes, and a byte for
/// each further beat, which shows even where times are not kept.
///
/// Another hold begins at the top again and does not cut off what stands behind, since cutting
/// costs some file systems more than all the rest: notes of what was published long ago say
/// nothing. Used by one thread at a time.
final class BadgeText {
    static final byte BEAT = 1;

    private final OpenFile file;
    private long head;
    private long length;
    // Of the file, where this hold's own text may have come less far.
    private long size;

    BadgeText(OpenFile file) {
        this.file = file;
    }

    /// Another hold of the same owner, which has said all there is to say.
    void beginAgain() {
        length = head;
    }

    void begin(Owner owner) throws FileFault {
        byte[] told = owner.encode();
        byte[] ended = Arrays.copyOf(told, told.length + 1);
        ended[told.length] = BEAT;
        length = 0;
        append(ended);
        head = length;
    }

    void note(Note note) throws FileFault {
        append(note.encode());
    }

    /// Whoever watches sees the file's size change.
    void beat() throws FileFault {
        long before = size;
        if (size > length) {
            file.truncate(length);
            size = length;
        }
        append(new byte[] {BEAT});
        if (size == before) append(new byte[] {BEAT});
    }

    void close() {
        file.close();
    }

    private void append(byte[] bytes) throws FileFault {
        // First: of what fails half-way, nobody knows how far it came.
        size = Math.max(size, length + bytes.length);
        file.writeFully(MemorySegment.ofArray(bytes), length);
        length += bytes.length;
    }
}
