package dev.berth.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.Name;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "notes (conflicted copy 2026-01-02).md | notes.md | CONFLICTED_COPY",
                "notes (Ada's conflicted copy 2026-01-02).md | notes.md | CONFLICTED_COPY",
                "notes (Ada (work)'s Conflicted Copy 2026-01-02 (1)).md | notes.md | CONFLICTED_COPY",
                "notes (conflicted copy 2026-01-02 030405).tar.gz | notes.tar.gz | CONFLICTED_COPY",
                "Makefile (conflicted copy) | Makefile | CONFLICTED_COPY",
                ".gitignore (conflicted copy) | .gitignore | CONFLICTED_COPY",
                "größe (Änne's conflicted copy).md | größe.md | CONFLICTED_COPY",
                "日本 (conflicted copy 2026-01-02).md | 日本.md | CONFLICTED_COPY",
                "v1.2.3 (conflicted copy).final.md | v1.2.3.final.md | CONFLICTED_COPY",
                "notes [Conflict].md | notes.md | CONFLICT_MARK",
                "notes [Conflict 2].md | notes.md | CONFLICT_MARK",
                "notes[conflict].md | notes.md | CONFLICT_MARK",
                "Copy of notes.md | notes.md | COPY_OF",
                "notes.sync-conflict-20260102-030405-ABCDEFG.md | notes.md | SYNC_CONFLICT",
                "notes.sync-conflict-20260102-030405.md | notes.md | SYNC_CONFLICT",
                "a.b.sync-conflict-20260102-030405-ABC2DEF.tar.gz | a.b.tar.gz | SYNC_CONFLICT",
                "LICENSE.sync-conflict-20260102-030405-ABCDEFG | LICENSE | SYNC_CONFLICT",
                ".sync-conflict-20240102-153000-ABCDEF2.hidden | .hidden | SYNC_CONFLICT",
                "notes (2).md | notes.md | NUMBERED",
                "archive (1).tar.gz | archive.tar.gz | NUMBERED",
                "archive.tar (1).gz | archive.tar.gz | NUMBERED",
                "notes (2024) (2).md | notes (2024).md | NUMBERED",
                "README (1) | README | NUMBERED",
            })
    void areTakenOff(String marked, String base, ConflictKind kind) {
        var name = Name.of(marked);
        assertThat(Marks.mayHaveOne(name)).isTrue();
        var first = Marks.unmarked(name).getFirst();
        assertThat(first.name()).isEqualTo(Name.of(base));
        assertThat(first.kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Copy of Copy of notes.md | notes.md | COPY_OF",
                "Copy of notes (1).md | notes.md | COPY_OF",
                "notes (conflicted copy 2026-01-02) (1).md | notes.md | CONFLICTED_COPY",
                "notes [Conflict] (3) [Conflict].md | notes.md | CONFLICT_MARK",
                "Copy of notes (conflicted copy).sync-conflict-20260102-030405-ABCDEFG.md | notes.md | CONFLICTED_COPY",
                "notes (1) (2) (3).md | notes.md | NUMBERED",
            })
    void areTakenOffOneAfterTheOther(String marked, String base, ConflictKind kind) {
        assertThat(Marks.unmarked(Name.of(marked)))
                .anySatisfy(
                        unmarked -> {
                            assertThat(unmarked.name()).isEqualTo(Name.of(base));
                            assertThat(unmarked.kind()).isEqualTo(kind);
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "notes.md",
                "copy of notes.md",
                "A Copy of notes.md",
                "meeting (conflict resolution).md",
                "meeting [conflicting views].md",
                "chapter (one).md",
                "chapter(1).md",
                "sync-conflict-20260102-030405-ABCDEFG.md",
                "notes.sync-conflict-2026.md",
                "(1)",
                "(conflicted copy).md",
                "Copy of ",
            })
    void areNotSeenWhereThereAreNone(String name) {
        assertThat(Marks.unmarked(Name.of(name))).isEmpty();
    }

    @Test
    void areTakenOffNamesThatAreNotUtf8() {
        byte[] marked = {(byte) 0xff, ' ', '(', '1', ')', '.', 'm', 'd'};
        byte[] base = {(byte) 0xff, '.', 'm', 'd'};
        var unmarked = Marks.unmarked(Name.parse(marked).orElseThrow());
        assertThat(unmarked.getFirst().name().bytes()).isEqualTo(base);
    }

    @Test
    void thatAreNumbersAreLeftWhereTheyMayBelongToTheName() {
        var name = Name.of("Copy of plan (2) [Conflict].md");
        var without = Marks.withoutNumbers(name).orElseThrow();
        assertThat(without.name()).isEqualTo(Name.of("plan (2).md"));
        assertThat(without.kind()).isEqualTo(ConflictKind.CONFLICT_MARK);
        assertThat(Marks.withoutNumbers(Name.of("plan (2).md"))).isEmpty();
    }
}
