package dev.berth.session.life;

import static dev.berth.session.SessionState.CREATED;
import static dev.berth.session.SessionState.RESUMABLE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.diff.Change;
import dev.berth.session.EventType;
import dev.berth.session.Samples;
import dev.berth.session.catalog.CheckpointRow.Line;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Optional;

@DisplayName("Forks and rewinds")
class BranchingTest extends OnOneNode {
    @Test
    void aForkHasFilesAndConversationOfThePointAndALifeOfItsOwn() throws Exception {
        var key = made();
        var first = a.turn(key, "put workspace w.txt one", "say first").checkpoint();
        a.turn(key, "put workspace w.txt two", "say second");
        var fork = a.sessions.fork(key, first, "other");
        assertThat(fork.state()).isEqualTo(RESUMABLE);
        a.turn(fork.key(), "put workspace f.txt mine");
        assertThat(a.files(fork.key())).containsEntry("workspace/w.txt", "one");
        assertThat(a.files(key)).containsEntry("workspace/w.txt", "two").hasSize(1);
        assertThat(said(fork.key())).isEqualTo("first\n");
        a.sessions.delete(key);
        a.sessions.suspend(fork.key());
        a.sessions.resume(fork.key());
        assertThat(a.files(fork.key())).containsEntry("workspace/f.txt", "mine");
    }

    @Test
    void aRewindKeepsTheAbandonedFutureBesideTheLine() throws Exception {
        var key = made();
        var first = a.turn(key, "put workspace w.txt one").checkpoint().orElseThrow();
        var second =
                a.turn(key, "put workspace w.txt two", "put tmp t x").checkpoint().orElseThrow();
        a.sessions.rewind(key, first);
        a.turn(key, "say after");
        assertThat(a.files(key)).containsOnlyKeys("workspace/w.txt").containsValue("one");
        var points = a.sessions.checkpoints(key);
        assertThat(points)
                .filteredOn(row -> row.id().value().equals(second))
                .extracting(row -> row.line())
                .containsExactly(Line.ASIDE);
        a.sessions.rewind(key, second);
        a.sessions.resume(key);
        assertThat(a.files(key)).containsValue("two");
        var changes = new ArrayList<Change>();
        a.sessions.diff(key, first, second, changes::add);
        assertThat(changes).extracting(Change::path).contains("w.txt");
    }

    @Test
    void aSessionThatIsToldItsConversationHearsNothingOfWhatARewindLeftBehind() throws Exception {
        var key = told();
        var point = a.turn(key, "say kept").checkpoint().orElseThrow();
        a.turn(key, "say abandoned");
        a.sessions.rewind(key, point);
        a.sessions.resume(key);
        a.turn(key, "say later");
        a.sessions.terminate(key);
        a.sessions.resume(key);
        long before = catalog.lastSeq(key);
        a.turn(key, "tell");
        var heard = new StringBuilder();
        for (var event : catalog.events(key, before, 100)) {
            if (event.type() == EventType.OUTPUT) heard.append(event.text("text"));
        }
        assertThat(heard.toString()).contains("say kept", "say later").doesNotContain("abandoned");
    }

    @Test
    void anEphemeralSessionThatIsRewoundRestsInCreated() throws Exception {
        var key = a.sessions.create(NewSession.of(Samples.TENANT, "chat")).key();
        a.turn(key, "put workspace w.txt one", "say hi");
        var point = a.sessions.checkpoint(key).row();
        var rewound = a.sessions.rewind(key, point.id().value());
        assertThat(rewound.state()).isEqualTo(CREATED);
        assertThat(rewound.warnings()).anyMatch(each -> each.contains("keep no files"));
        assertThat(rewound.room().usedBytes()).isZero();
        var fork = a.sessions.fork(key, Optional.of(point.id().value()), "");
        assertThat(fork.warnings()).anyMatch(each -> each.contains("keep no files"));
        assertThat(events(fork.key(), EventType.STATE).getLast().text("warning"))
                .contains("keep no files");
        a.turn(key, "tell");
        assertThat(a.files(key)).containsOnlyKeys("tmp/berth-transcript.md");
        assertThat(said(key)).contains("[message]");
    }
}
