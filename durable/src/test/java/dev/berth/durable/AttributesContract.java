package dev.berth.durable;

import static dev.berth.durable.FolderFixture.refused;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/// Mode, owner and time, set by name and on an open file.
public interface AttributesContract extends FolderFixture {
    @Test
    default void setsTheMode() throws FileFault {
        put("file", "x");
        folder().makeFolder(Name.of("sub"), 0755);
        for (int mode : new int[] {0, 0777, 0640, 01755}) {
            folder().setMode(Name.of("file"), mode);
            folder().setMode(Name.of("sub"), mode);
            assertThat(facts("file").mode()).isEqualTo(mode);
            assertThat(facts("sub").mode()).isEqualTo(mode);
        }
        try (var file = folder().create(Name.of("open"), 0600)) {
            file.setMode(0421);
        }
        assertThat(facts("open").mode()).isEqualTo(0421);
    }

    @Test
    default void refusesTheModeOfALink() throws FileFault {
        put("file", "x");
        folder().symlink(Name.of("link"), Name.Target.of("file"));
        refused(Errno.ELOOP, () -> folder().setMode(Name.of("link"), 0777));
        refused(Errno.ENOENT, () -> folder().setMode(Name.of("absent"), 0777));
        assertThat(facts("file").mode()).isEqualTo(0644);
    }

    @Test
    default void setsTheTimeToTheNanosecond() throws FileFault {
        put("file", "x");
        folder().makeFolder(Name.of("sub"), 0755);
        var time = Instant.parse("2001-02-03T04:05:06.123456789Z");
        for (var name : new String[] {"file", "sub"}) {
            folder().setModified(Name.of(name), time.getEpochSecond(), time.getNano());
            assertThat(facts(name).modified()).isEqualTo(time);
        }
        try (var file = folder().write(Name.of("file"))) {
            file.setModified(1_000_000_000, 999_999_999);
            assertThat(file.stat().modified())
                    .isEqualTo(Instant.ofEpochSecond(1_000_000_000, 999_999_999));
        }
        refused(Errno.ENOENT, () -> folder().setModified(Name.of("absent"), 0, 0));
    }

    @Test
    default void keepsOrRefusesTimesBefore1970() throws FileFault {
        put("file", "x");
        var file = Name.of("file");
        folder().setModified(file, -86400, 0);
        assertThat(facts("file").modified()).isEqualTo(Instant.ofEpochSecond(-86400));
        if (keepsTimesBefore1970()) {
            folder().setModified(file, -2, 1);
            assertThat(facts("file").modified()).isEqualTo(Instant.ofEpochSecond(-2, 1));
        } else {
            refused(Errno.EINVAL, () -> folder().setModified(file, -2, 1));
        }
    }

    @Test
    default void neverSetsTheTimeOfALinksTarget() throws FileFault {
        put("file", "x");
        folder().symlink(Name.of("link"), Name.Target.of("file"));
        var before = facts("file");
        try {
            folder().setModified(Name.of("link"), 1000, 7);
            assertThat(facts("link").modified()).isEqualTo(Instant.ofEpochSecond(1000, 7));
        } catch (FileFault cannot) {
            assertThat(cannot.errno()).isIn(Errno.ELOOP, Errno.EOPNOTSUPP);
        }
        assertThat(facts("file")).isEqualTo(before);
    }

    @Test
    default void setsTheOwnerOfTheEntryItself() throws FileFault {
        int own = folder().stat().uid();
        // Only root may give a file away; everybody may give it to themselves.
        int uid = own == 0 ? 12345 : own;
        int gid = own == 0 ? 54321 : folder().stat().gid();
        put("file", "x");
        put("target", "x");
        folder().symlink(Name.of("link"), Name.Target.of("target"));
        var before = facts("target");
        folder().setOwner(Name.of("file"), uid, gid);
        folder().setOwner(Name.of("link"), uid, gid);
        assertThat(facts("file").uid()).isEqualTo(uid);
        assertThat(facts("file").gid()).isEqualTo(gid);
        assertThat(facts("link").uid()).isEqualTo(uid);
        assertThat(facts("target")).isEqualTo(before);
        try (var file = folder().create(Name.of("open"), 0600)) {
            file.setOwner(uid, gid);
            assertThat(file.stat().gid()).isEqualTo(gid);
        }
        refused(Errno.ENOENT, () -> folder().setOwner(Name.of("absent"), uid, gid));
    }
}
