package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// What [AtomicFile] does when all goes well, and what it refuses; the same on every layer.
abstract class AtomicFileContract {
    private static final Name NAME = Name.of("name");
    private static final int LIMIT = 1 << 20;
    private Folder root;

    abstract FileLayer files();

    abstract Path place();

    @BeforeEach
    void openRoot() throws FileFault {
        root = files().open(place());
    }

    @AfterEach
    void closeRoot() {
        root.close();
    }

    @Test
    void writesAndReplaces() throws Exception {
        AtomicFile.write(root, NAME, bytes("old"));
        assertThat(text(NAME)).isEqualTo("old");
        assertThat(root.stat(NAME).orElseThrow().mode()).isEqualTo(0600);
        AtomicFile.write(root, NAME, bytes("newer"), 0644);
        assertThat(text(NAME)).isEqualTo("newer");
        assertThat(root.stat(NAME).orElseThrow().mode()).isEqualTo(0644);
        assertThat(names()).containsExactly(NAME);
    }

    @Test
    void writesNothingAtAllAsWell() throws Exception {
        AtomicFile.write(root, NAME, new byte[0]);
        assertThat(AtomicFile.read(root, NAME, 0)).isEmpty();
    }

    @Test
    void takesTheLongestNames() throws Exception {
        var longest = Name.of("n".repeat(255));
        AtomicFile.write(root, longest, bytes("x"));
        assertThat(text(longest)).isEqualTo("x");
        var tooLong = Name.of("n".repeat(256));
        assertThatThrownBy(() -> AtomicFile.write(root, tooLong, bytes("x")))
                .isInstanceOf(Failure.Refused.class);
        assertThat(names()).containsExactly(longest);
    }

    @Test
    void replacesALinkAndNotItsTarget() throws Exception {
        AtomicFile.write(root, NAME, bytes("target"));
        var link = Name.of("link");
        root.symlink(link, Name.Target.of("name"));
        assertThatThrownBy(() -> AtomicFile.read(root, link, LIMIT))
                .isInstanceOf(Failure.Refused.class);
        AtomicFile.write(root, link, bytes("own"));
        assertThat(text(link)).isEqualTo("own");
        assertThat(text(NAME)).isEqualTo("target");
    }

    @Test
    void refusesToReplaceAFolderAndLeavesNothing() throws Exception {
        root.makeFolder(NAME, 0700);
        assertThatThrownBy(() -> AtomicFile.write(root, NAME, bytes("x")))
                .isInstanceOf(Failure.Refused.class);
        assertThat(names()).containsExactly(NAME);
    }

    @Test
    void createsOnlyWhatIsNotThere() throws Exception {
        AtomicFile.create(root, NAME, bytes("first"), 0640);
        assertThat(root.stat(NAME).orElseThrow().mode()).isEqualTo(0640);
        assertThatThrownBy(() -> AtomicFile.create(root, NAME, bytes("second"), 0600))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(text(NAME)).isEqualTo("first");
        assertThat(names()).containsExactly(NAME);
    }

    @Test
    void removesWhatIsThere() throws Exception {
        AtomicFile.write(root, NAME, bytes("x"));
        AtomicFile.remove(root, NAME);
        assertThat(names()).isEmpty();
        assertThatThrownBy(() -> AtomicFile.remove(root, NAME))
                .isInstanceOf(Failure.NotFound.class);
    }

    @Test
    void readsWhatFitsTheLimit() throws Exception {
        assertThat(AtomicFile.readIfThere(root, NAME, LIMIT)).isEmpty();
        assertThatThrownBy(() -> AtomicFile.read(root, NAME, LIMIT))
                .isInstanceOf(Failure.NotFound.class);
        AtomicFile.write(root, NAME, bytes("four"));
        assertThat(AtomicFile.readIfThere(root, NAME, 4)).hasValue(bytes("four"));
        assertThatThrownBy(() -> AtomicFile.read(root, NAME, 3))
                .isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(() -> AtomicFile.readIfThere(root, NAME, 3))
                .isInstanceOf(Failure.Refused.class);
    }

    @Test
    void makesTheFoldersThatAreMissing() throws Exception {
        var a = Name.of("a");
        var b = Name.of("b");
        for (int twice = 0; twice < 2; twice++) {
            try (var made = AtomicFile.folders(root, 0750, a, b)) {
                AtomicFile.write(made, NAME, bytes("x"));
            }
        }
        try (var first = root.folder(a)) {
            assertThat(first.stat().mode()).isEqualTo(0750);
            assertThat(first.stat(b).orElseThrow().mode()).isEqualTo(0750);
        }
        AtomicFile.write(root, NAME, bytes("x"));
        root.symlink(Name.of("link"), Name.Target.of("a"));
        assertThatThrownBy(() -> AtomicFile.folders(root, 0700, NAME, b))
                .isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(() -> AtomicFile.folders(root, 0700, Name.of("link"), b))
                .isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(() -> AtomicFile.folders(root, 0700))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void stagesBesideTheOldFile() throws Exception {
        AtomicFile.write(root, NAME, bytes("old"));
        var staged = AtomicFile.stage(root, NAME, bytes("new"), 0600);
        assertThat(text(NAME)).isEqualTo("old");
        assertThat(text(staged.temporary())).isEqualTo("new");
        staged.publish();
        assertThat(text(NAME)).isEqualTo("new");
        assertThat(names()).containsExactly(NAME);
        staged.discard();
        assertThat(text(NAME)).isEqualTo("new");
        assertThatThrownBy(staged::publish).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void discardsWhatIsNotWanted() throws Exception {
        var staged = AtomicFile.stage(root, NAME, bytes("new"), 0600);
        staged.discard();
        staged.discard();
        assertThat(names()).isEmpty();
        assertThatThrownBy(staged::publishNew).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void tellsAPublisherWhoseFileWasTakenAway() throws Exception {
        AtomicFile.write(root, NAME, bytes("old"));
        var staged = AtomicFile.stage(root, NAME, bytes("late"), 0600);
        root.unlink(staged.temporary());
        assertThatThrownBy(staged::publish).isInstanceOf(Failure.NotFound.class);
        assertThat(text(NAME)).isEqualTo("old");
    }

    @Test
    void stagesPieceByPieceAndLeavesNothingWhenThatFails() throws Exception {
        var staged =
                AtomicFile.stage(
                        root,
                        NAME,
                        0600,
                        file -> {
                            file.writeFully(MemorySegment.ofArray(bytes("one ")), 0);
                            file.writeFully(MemorySegment.ofArray(bytes("two")), 4);
                        });
        staged.publishNew();
        assertThat(text(NAME)).isEqualTo("one two");
        AtomicFile.Content failing =
                _ -> {
                    throw new Failure.Refused("no", "");
                };
        assertThatThrownBy(() -> AtomicFile.stage(root, NAME, 0600, failing))
                .isInstanceOf(Failure.Refused.class);
        AtomicFile.Content broken =
                _ -> {
                    throw new IllegalStateException("a bug");
                };
        assertThatThrownBy(() -> AtomicFile.stage(root, NAME, 0600, broken))
                .isInstanceOf(IllegalStateException.class);
        assertThat(names()).containsExactly(NAME);
    }

    @Test
    void sweepsTheTemporariesOfTheDeadAndNothingElse() throws Exception {
        var other = Name.of("other");
        var lookalike = Name.of(".name.tmp-0123456789abcdef");
        AtomicFile.stage(root, NAME, bytes("left"), 0600);
        var kept = AtomicFile.stage(root, other, bytes("left"), 0600).temporary();
        AtomicFile.write(root, NAME, bytes("x"));
        root.makeFolder(lookalike, 0700);
        assertThat(AtomicFile.sweepTemporaries(root, NAME)).isEqualTo(1);
        assertThat(names()).containsExactlyInAnyOrder(NAME, kept, lookalike);
        assertThat(AtomicFile.sweepTemporaries(root)).isEqualTo(1);
        assertThat(names()).containsExactlyInAnyOrder(NAME, lookalike);
    }

    private String text(Name name) throws Failure {
        return new String(AtomicFile.read(root, name, LIMIT), StandardCharsets.UTF_8);
    }

    private List<Name> names() throws FileFault {
        return root.list().stream().map(Folder.Entry::name).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
