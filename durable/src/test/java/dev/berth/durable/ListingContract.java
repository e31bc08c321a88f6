package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileStat.Kind;

import org.junit.jupiter.api.Test;

import java.util.HashSet;

/// Listing and looking up.
public interface ListingContract extends FolderFixture {
    @Test
    default void listsNamesWithTheirKinds() throws FileFault {
        populate();
        assertThat(folder().list())
                .containsExactlyInAnyOrder(
                        new Folder.Entry(Name.of("file"), Kind.FILE),
                        new Folder.Entry(Name.of("sub"), Kind.FOLDER),
                        new Folder.Entry(Name.of("link"), Kind.LINK));
    }

    @Test
    default void scansTheSameFactsThatALookUpGives() throws FileFault {
        populate();
        var scanned = folder().scan();
        assertThat(scanned).hasSize(3);
        for (var listed : scanned) {
            assertThat(folder().stat(listed.name())).contains(listed.stat());
        }
    }

    @Test
    default void listsAgainAfterAChange() throws FileFault {
        assertThat(folder().list()).isEmpty();
        put("one", "x");
        assertThat(names()).containsExactly("one");
        assertThat(folder().scan()).hasSize(1);
        folder().unlink(Name.of("one"));
        assertThat(folder().list()).isEmpty();
        assertThat(folder().scan()).isEmpty();
    }

    @Test
    default void listsAFolderOfManyNamesWhole() throws FileFault {
        var expected = new HashSet<Name>();
        for (int i = 0; i < 3000; i++) {
            var name = Name.of("a file with a rather long name, number " + i);
            folder().create(name, 0600).close();
            expected.add(name);
        }
        assertThat(folder().list())
                .hasSize(3000)
                .extracting(Folder.Entry::name)
                .containsAll(expected);
        assertThat(folder().scan())
                .hasSize(3000)
                .extracting(Folder.Listed::name)
                .containsAll(expected);
    }

    @Test
    default void tellsTheFactsOfAFile() throws FileFault {
        put("file", "12345");
        var stat = facts("file");
        assertThat(stat.kind()).isEqualTo(Kind.FILE);
        assertThat(stat.size()).isEqualTo(5);
        assertThat(stat.links()).isEqualTo(1);
        assertThat(stat.mode()).isEqualTo(0644);
        assertThat(stat.uid()).isEqualTo(folder().stat().uid());
        assertThat(stat.device()).isEqualTo(folder().stat().device());
        try (var open = folder().read(Name.of("file"))) {
            assertThat(open.stat()).isEqualTo(stat);
        }
    }

    @Test
    default void tellsALinksOwnFacts() throws FileFault {
        put("file", "12345");
        folder().symlink(Name.of("link"), Name.Target.of("file"));
        assertThat(facts("link").kind()).isEqualTo(Kind.LINK);
        assertThat(facts("link").size()).isEqualTo(4);
        assertThat(facts("link").inode()).isNotEqualTo(facts("file").inode());
    }

    @Test
    default void tellsTheFactsOfTheFolderItself() throws FileFault {
        folder().makeFolder(Name.of("sub"), 0750);
        try (var sub = folder().folder(Name.of("sub"))) {
            assertThat(sub.stat().kind()).isEqualTo(Kind.FOLDER);
            assertThat(sub.stat().mode()).isEqualTo(0750);
            assertThat(sub.stat().inode()).isEqualTo(facts("sub").inode());
        }
    }

    @Test
    default void answersNothingForAnAbsentName() throws FileFault {
        assertThat(folder().stat(Name.of("absent"))).isEmpty();
    }

    @Test
    default void tellsTheSpaceOfItsFileSystem() throws FileFault {
        var space = folder().space();
        assertThat(space.totalBytes()).isPositive();
        assertThat(space.freeBytes()).isBetween(0L, space.totalBytes());
        assertThat(space.type()).isNotBlank();
        assertThat(space.writable()).isTrue();
    }

    private void populate() throws FileFault {
        put("file", "x");
        folder().makeFolder(Name.of("sub"), 0755);
        folder().symlink(Name.of("link"), Name.Target.of("sub"));
    }
}
