package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.Walk.Walked;
import dev.berth.durable.WalkTest.Recorder;
import dev.berth.durable.linux.LinuxFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/// Trees deeper than descriptors, stacks and paths reach. In each folder `d` the next one, and `z`
/// a file that comes after it, so that the walk has to come back to every level.
@EnabledOnOs(OS.LINUX)
class DeepWalkTest {
    private static final Name DOWN = Name.of("d");
    private static final Name FILE = Name.of("z");

    @TempDir private Path temporary;
    private Folder root;

    @BeforeEach
    void open() throws FileFault {
        root = new LinuxFiles().open(temporary);
    }

    /// By a program that needs no paths; Java's own clean-up cannot name the bottom.
    @AfterEach
    void remove() throws Exception {
        root.close();
        RealFolderContract.run("rm", "-rf", temporary.resolve("d").toString());
    }

    @Test
    void comesBackFromFiveThousandLevelsWithFewFoldersOpen() throws Exception {
        build(5000);
        long before = RealFolderContract.openDescriptors(temporary);
        var most = new long[1];
        var seen =
                new Recorder() {
                    private int expected = 5001;

                    @Override
                    public boolean enter(Found folder) {
                        if (folder.depth() % 97 == 0) count(most);
                        return true;
                    }

                    @Override
                    public void entry(Found entry, Folder in) {
                        assertThat(entry.depth()).isEqualTo(expected--);
                        if (entry.depth() % 97 == 0) count(most);
                    }

                    @Override
                    public void leave(Found folder) {}
                };
        assertThat(Walk.below(root, seen)).isEqualTo(new Walked(5001, 5001, 0));
        assertThat(most[0]).isBetween(before + Walk.OPEN_AT_ONCE, before + Walk.OPEN_AT_ONCE + 5);
        assertThat(RealFolderContract.openDescriptors(temporary)).isEqualTo(before);
        assertThat(seen.log).isEmpty();
    }

    @Test
    void doesNotTakeASwappedFolderForTheOneItLeft() throws Exception {
        build(200);
        var seen =
                new Recorder() {
                    @Override
                    public void entry(Found entry, Folder in) {
                        super.entry(entry, in);
                        assertThat(inode(in)).isEqualTo(entry.stat().inode());
                        // By now the tenth level is closed; someone puts another tree there.
                        if (entry.depth() == 150) replaceLevel(10);
                    }
                };
        var walked = Walk.below(root, seen);
        assertThat(walked.vanished()).isPositive();
        assertThat(walked.entries() + walked.vanished()).isEqualTo(201);
        assertThat(seen.log).endsWith("z", "..");
    }

    private void build(int depth) throws FileFault {
        root.create(FILE, 0600).close();
        Folder at = root;
        for (int i = 0; i < depth; i++) {
            at.makeFolder(DOWN, 0700);
            var below = at.folder(DOWN);
            if (!at.equals(root)) at.close();
            at = below;
            at.create(FILE, 0600).close();
        }
        at.close();
    }

    /// Empties the name at `depth` and puts a folder there that looks like it.
    private void replaceLevel(int depth) {
        Folder at = root;
        try {
            for (int i = 1; i < depth; i++) {
                var below = at.folder(DOWN);
                if (!at.equals(root)) at.close();
                at = below;
            }
            at.rename(DOWN, root, Name.of("moved away"));
            at.makeFolder(DOWN, 0700);
            try (var planted = at.folder(DOWN)) {
                planted.create(FILE, 0600).close();
            }
            at.close();
        } catch (FileFault fault) {
            throw new AssertionError(fault);
        }
    }

    private static long inode(Folder in) {
        try {
            return in.stat(FILE).orElseThrow().inode();
        } catch (FileFault fault) {
            throw new AssertionError(fault);
        }
    }

    private void count(long[] most) {
        try {
            most[0] = Math.max(most[0], RealFolderContract.openDescriptors(temporary));
        } catch (IOException fault) {
            throw new AssertionError(fault);
        }
    }
}
