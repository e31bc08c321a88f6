package dev.berth.depot.blob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.CheckpointId;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;
import java.util.regex.Pattern;

@DisplayName("The names of objects and of checkpoints")
class BlobNameTest {
    private static final Pattern OBJECT =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final Pattern CHECKPOINT = Pattern.compile("cp_[0-7][0-9a-hjkmnp-tv-z]{25}");
    private static final String LETTERS = "aZ09._-/é \0@[`{";

    @Test
    void areWhatTheirPatternSays() {
        var random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(6); n >= 0; n--) {
                text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            String name = text.toString();
            assertThat(BlobName.parse(name).isPresent())
                    .as(name)
                    .isEqualTo(OBJECT.matcher(name).matches());
        }
        assertThat(BlobName.parse("")).isEmpty();
        assertThat(BlobName.parse("a".repeat(512))).isPresent();
        assertThat(BlobName.parse("a".repeat(513))).isEmpty();
    }

    @Test
    void ofCheckpointsAreNoOthers() {
        var random = new SplittableRandom(8);
        String good = "cp_01m7p28jtbrcs69srys1drdf9y";
        assertThat(CheckpointId.parse(good)).isPresent();
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder(good);
            text.setCharAt(random.nextInt(good.length()), (char) random.nextInt(128));
            assertThat(CheckpointId.parse(text.toString()).isPresent())
                    .as(text.toString())
                    .isEqualTo(CHECKPOINT.matcher(text).matches());
        }
        assertThat(CheckpointId.parse(good + "0")).isEmpty();
        assertThat(CheckpointId.parse(good.substring(1))).isEmpty();
    }
}
