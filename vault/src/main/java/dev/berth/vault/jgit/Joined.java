package dev.berth.vault.jgit;

import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.merge.MergeChunk;
import org.eclipse.jgit.merge.MergeResult;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The text that a merge makes, piece by piece. Lines stay as they are; markers end as the file's
/// own lines do, which JGit's formatter does not see to.
final class Joined {
    private final MergeResult<RawText> result;
    private final byte[] end;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean isAtBeginning = true;

    Joined(MergeResult<RawText> result, String end) {
        this.result = result;
        this.end = end.getBytes(StandardCharsets.US_ASCII);
    }

    byte[] bytes() {
        for (MergeChunk chunk : result) {
            switch (chunk.getConflictState()) {
                case NO_CONFLICT -> lines(chunk);
                case FIRST_CONFLICTING_RANGE -> {
                    marker("<<<<<<< new");
                    lines(chunk);
                    marker("=======");
                }
                case BASE_CONFLICTING_RANGE -> {}
                case NEXT_CONFLICTING_RANGE -> {
                    lines(chunk);
                    marker(">>>>>>> current");
                }
            }
        }
        return bytes.toByteArray();
    }

    private void lines(MergeChunk chunk) {
        RawText text = result.getSequences().get(chunk.getSequenceIndex());
        for (int i = chunk.getBegin(); i < chunk.getEnd(); i++) {
            beginLine();
            try {
                text.writeLine(bytes, i);
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
            isAtBeginning = i + 1 < text.size() || !text.isMissingNewlineAtEnd();
            if (isAtBeginning) bytes.write('\n');
        }
    }

    private void marker(String marker) {
        beginLine();
        bytes.writeBytes(marker.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(end);
    }

    // The last line of one side may have had no end.
    private void beginLine() {
        if (!isAtBeginning) bytes.writeBytes(end);
        isAtBeginning = true;
    }
}
