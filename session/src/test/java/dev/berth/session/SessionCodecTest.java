package dev.berth.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

@DisplayName("A session as text")
class SessionCodecTest {
    private static Session full() {
        var plain = Samples.session("ses_full");
        var marks =
                new Marks(true, true, true, List.of("b", "a", "b"), Optional.of("m"), true, true);
        var times =
                plain.times()
                        .expiring(Optional.of(Duration.ofHours(3)), Samples.NOON)
                        .ended(
                                new Times.Over(
                                        Samples.NOON,
                                        Times.TERMINATED,
                                        true,
                                        Optional.of(Samples.NOON.plusSeconds(9))));
        var life =
                plain.life()
                        .running(Optional.of("process"))
                        .headed("cp_1", 7)
                        .inFolder(3)
                        .replaying(true)
                        .turning(Life.Turns.NONE.ask().ask().ask().begin(4).heard(99).withdraw(3));
        return plain.marked(marks).timed(times).living(life).warning(List.of("w", "ünï\n"));
    }

    @Test
    void comesBackAsItWas() throws Failure {
        for (var session : List.of(full(), Samples.session("x"))) {
            var text = SessionCodec.encode(session).compact();
            assertThat(SessionCodec.decode(text, "it")).isEqualTo(session);
        }
    }

    @Test
    void isRefusedAsDamagedWhenAnythingIsMissingOrAdded() {
        var text = SessionCodec.encode(full()).compact();
        for (String field : List.of("name", "times", "life", "marks", "status", "format")) {
            var other = text.replace("\"%s\":".formatted(field), "\"%sx\":".formatted(field));
            assertThat(other).isNotEqualTo(text);
            assertThatThrownBy(() -> SessionCodec.decode(other, "it"))
                    .isInstanceOf(Failure.Damaged.class);
        }
        for (int length = 0; length < text.length(); length += 37) {
            String cut = text.substring(0, length);
            assertThatThrownBy(() -> SessionCodec.decode(cut, "it"))
                    .isInstanceOf(Failure.Damaged.class);
        }
    }

    @Test
    void showsExactlyTheFieldsOfAWorkspace() {
        assertThat(Samples.session("x").json().fields().keySet())
                .containsExactly(
                        "session_id",
                        "name",
                        "agent",
                        "status",
                        "storage",
                        "mobility",
                        "region",
                        "node",
                        "quota_mb",
                        "used_bytes",
                        "pinned",
                        "starred",
                        "archived",
                        "tags",
                        "model_override",
                        "playbook",
                        "claimed",
                        "created_at",
                        "last_active_at",
                        "expires_at",
                        "expires_reason",
                        "runner",
                        "head",
                        "warnings");
    }

    @Test
    void saysWhenAndWhySomethingWillGo() {
        var plain = Samples.session("x");
        assertThat(plain.times().goesAt(false)).isEmpty();
        var over =
                plain.times()
                        .ended(
                                new Times.Over(
                                        Samples.NOON, Times.TERMINATED, false, Optional.empty()));
        assertThat(over.goesAt(false)).contains(Samples.NOON.plus(Duration.ofDays(7)));
        assertThat(over.goesBecause(false)).contains("terminated");
        assertThat(over.goesAt(true)).isEmpty();
    }
}
