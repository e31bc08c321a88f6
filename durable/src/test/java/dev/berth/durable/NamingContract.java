package dev.berth.durable;

import static dev.berth.durable.FolderFixture.raw;
import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

/// Names of every sort: they come back as they were given, or are refused.
public interface NamingContract extends FolderFixture {
    @Test
    default void keepsUnusualNamesAsTheyAre() throws FileFault {
        var names =
                List.of(
                        Name.of("a\nb"),
                        Name.of("it's \"quoted\""),
                        Name.of("\uD83D\uDE80 launch"),
                        Name.of("é composed"),
                        Name.of("e\u0301 decomposed"),
                        Name.of(" leading and trailing "),
                        Name.of("-rf"),
                        Name.of("*"),
                        Name.of("back\\slash"),
                        Name.of("%41"),
                        Name.of("..."),
                        Name.of(".hidden"),
                        Name.of("\u0001\u007f"));
        for (var name : names) folder().create(name, 0600).close();
        assertThat(folder().list())
                .extracting(Folder.Entry::name)
                .containsExactlyInAnyOrderElementsOf(names);
        for (var name : names) assertThat(folder().stat(name)).isPresent();
        for (var name : names) folder().unlink(name);
        assertThat(folder().list()).isEmpty();
    }

    @Test
    default void keepsNamesThatAreNotUtf8OrRefusesThem() throws FileFault {
        var name = raw('n', 0xff, 0xc3, '(', 0x80);
        if (namesAreBytes()) {
            folder().create(name, 0600).close();
            folder().makeFolder(raw(0xfe), 0700);
            assertThat(folder().list())
                    .extracting(Folder.Entry::name)
                    .containsExactlyInAnyOrder(name, raw(0xfe));
            folder().rename(name, folder(), raw(0xfd));
            assertThat(folder().scan())
                    .extracting(Folder.Listed::name)
                    .containsExactlyInAnyOrder(raw(0xfd), raw(0xfe));
        } else {
            refused(Errno.EINVAL, () -> folder().create(name, 0600));
            refused(Errno.EINVAL, () -> folder().makeFolder(name, 0700));
            refused(Errno.EINVAL, () -> folder().stat(name));
            assertThat(folder().list()).isEmpty();
        }
    }

    @Test
    default void takesNamesOf255BytesAndRefusesLongerOnes() throws FileFault {
        var longest = Name.of("é".repeat(127) + "x");
        var longer = Name.of("é".repeat(128));
        assertThat(longest.length()).isEqualTo(255);
        put("file", "x");
        folder().create(longest, 0600).close();
        assertThat(folder().stat(longest)).isPresent();
        refused(Errno.ENAMETOOLONG, () -> folder().create(longer, 0600));
        refused(Errno.ENAMETOOLONG, () -> folder().makeFolder(longer, 0700));
        refused(Errno.ENAMETOOLONG, () -> folder().stat(longer));
        refused(Errno.ENAMETOOLONG, () -> folder().read(longer));
        refused(Errno.ENAMETOOLONG, () -> folder().rename(Name.of("file"), folder(), longer));
        refused(Errno.ENAMETOOLONG, () -> folder().link(Name.of("file"), folder(), longer));
        refused(Errno.ENAMETOOLONG, () -> folder().symlink(longer, Name.Target.of("x")));
        refused(Errno.ENAMETOOLONG, () -> folder().unlink(longer));
    }
}
