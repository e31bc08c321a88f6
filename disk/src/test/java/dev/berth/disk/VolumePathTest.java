package dev.berth.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumePathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "a",
                "a/b",
                "//",
                "/a/",
                "/a//b",
                "/.",
                "/..",
                "/a/..",
                "/../a",
                "/a/./b",
                "/a\0b",
                "/\ud800",
                "/a\udc00",
                "../a",
                "~/a"
            })
    void refusesWhatIsNotAbsoluteAndNormalised(String text) {
        assertThatThrownBy(() -> VolumePath.parse(text)).isInstanceOf(Failure.Malformed.class);
        assertThatThrownBy(() -> new VolumePath(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "/...", "/.a", "/a..b/..c", "/ ", "/\n", "/\\", "/a:b", "/😀"})
    void takesWhatFileSystemsTake(String text) throws Failure {
        assertThat(VolumePath.parse(text).value()).isEqualTo(text);
    }

    @Test
    void countsNamesInBytes() throws Failure {
        assertThat(VolumePath.parse("/" + "é".repeat(127)).name()).hasSize(127);
        assertThatThrownBy(() -> VolumePath.parse("/" + "é".repeat(128)))
                .isInstanceOf(Failure.Malformed.class);
        assertThatThrownBy(() -> VolumePath.parse("/a".repeat(20_000)))
                .isInstanceOf(Failure.Malformed.class);
    }

    @Test
    void knowsItsFoldersAndItsOrder() {
        var path = new VolumePath("/a/b/c");
        assertThat(path.ancestors()).containsExactly(new VolumePath("/a"), new VolumePath("/a/b"));
        assertThat(path.parent()).contains(new VolumePath("/a/b"));
        assertThat(path.isBelow(new VolumePath("/a"))).isTrue();
        assertThat(path.isBelow(path)).isFalse();
        assertThat(new VolumePath("/ab").isBelow(new VolumePath("/a"))).isFalse();
        // Java's own order of text would put the first of these last.
        assertThat(new VolumePath("/ａ")).isLessThan(new VolumePath("/😀"));
    }

    @Test
    void showsControlCharactersEscaped() {
        assertThat(new VolumePath("/a\u001b[2J").shown()).isEqualTo("/a\\x1b[2J");
    }
}
