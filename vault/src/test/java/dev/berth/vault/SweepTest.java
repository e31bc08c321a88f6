package dev.berth.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.vault.jgit.JGitDiff;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

class SweepTest {
    @TempDir private Path temp;
    private Temporary place;

    @BeforeEach
    void make() throws Exception {
        place = Temporary.in(temp.toRealPath());
    }

    private SweepReport sweep() throws Exception {
        return sweep(Optional.empty(), Optional.empty());
    }

    private SweepReport sweep(Optional<Path> driveFs, Optional<TextDiff> diff) throws Exception {
        var before = everything();
        try (var vault = place.open()) {
            var report = new Sweep(vault, place.files(), driveFs, diff).run();
            assertThat(everything()).as("nothing was changed").isEqualTo(before);
            return report;
        }
    }

    private Map<String, String> everything() throws IOException {
        var all = new HashMap<String, String>();
        try (var paths = Files.walk(place.path())) {
            for (var path : paths.toList()) {
                all.put(
                        path.toString(),
                        Files.isRegularFile(path) ? Files.size(path) + "" : "no file");
            }
        }
        return all;
    }

    @Test
    void findsEveryFamilyInAnyDepth() throws Exception {
        var families =
                List.of(
                        "notes (conflicted copy 2026-01-02).md",
                        "notes [Conflict].md",
                        "Copy of notes.md",
                        "notes (2).md",
                        "notes.sync-conflict-20260102-030405-ABCDEFG.md");
        var expected = new ArrayList<String>();
        for (var folder : List.of("", "a/", "a/b/", ".hidden/ünïcode/1.2.3/")) {
            place.put(folder + "notes.md", "base");
            for (var family : families) {
                place.put(folder + family, "other");
                expected.add(folder + family);
            }
        }
        place.put("lost_and_found/deep/gone.md", "lost");
        expected.add("lost_and_found/deep/gone.md");
        var report = sweep();
        assertThat(report.conflicts())
                .extracting(Conflict::path)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(report.conflicts())
                .filteredOn(conflict -> conflict.kind() != ConflictKind.LOST_AND_FOUND)
                .allSatisfy(
                        conflict -> {
                            assertThat(conflict.base().orElseThrow()).endsWith("notes.md");
                            assertThat(conflict.baseVersion()).isPresent();
                        });
        assertThat(report.files()).isEqualTo(25);
    }

    @Test
    void tellsSizesHashesAndWhetherTheContentIsTheSame() throws Exception {
        place.put("a.md", "same");
        place.put("a (1).md", "same");
        place.put("b.md", "base");
        place.put("b [Conflict].md", "othr");
        var report = sweep();
        assertThat(report.conflicts())
                .filteredOn(conflict -> conflict.path().equals("a (1).md"))
                .singleElement()
                .satisfies(
                        equal -> {
                            assertThat(equal.equalContent()).contains(true);
                            assertThat(equal.version().size()).isEqualTo(4);
                            assertThat(equal.version().hash())
                                    .contains(ContentHash.of(Temporary.bytes("same")));
                        });
        assertThat(report.conflicts())
                .filteredOn(conflict -> conflict.path().equals("b [Conflict].md"))
                .singleElement()
                .satisfies(different -> assertThat(different.equalContent()).contains(false));
    }

    @Test
    void countsNumbersOnlyBesideTheirBase() throws Exception {
        place.put("alone (2).md", "x");
        place.put("folder (2).md", "x");
        Files.createDirectory(place.path().resolve("folder.md"));
        assertThat(sweep().conflicts()).isEmpty();
    }

    @Test
    void takesNumbersOfAnyLength() throws Exception {
        place.put("name.md", "x");
        place.put("name 123456789012345678901234567890.md", "no mark");
        place.put("name (123456789012345678901234567890).md", "x");
        place.put("name (00000000000000000001).md", "x");
        assertThat(sweep().conflicts())
                .allSatisfy(conflict -> assertThat(conflict.base()).contains("name.md"))
                .extracting(Conflict::path)
                .containsExactlyInAnyOrder(
                        "name (123456789012345678901234567890).md",
                        "name (00000000000000000001).md");
    }

    @Test
    void infersABaseThatIsGone() throws Exception {
        place.put("Copy of plan (2).md", "x");
        assertThat(sweep().conflicts())
                .singleElement()
                .satisfies(
                        conflict -> {
                            assertThat(conflict.base()).contains("plan (2).md");
                            assertThat(conflict.baseVersion()).isEmpty();
                            assertThat(conflict.equalContent()).isEmpty();
                        });
    }

    @Test
    void prefersTheNearestBase() throws Exception {
        place.put("plan.md", "x");
        place.put("plan (2).md", "x");
        place.put("plan (2) [Conflict].md", "x");
        assertThat(sweep().conflicts())
                .filteredOn(conflict -> conflict.kind() == ConflictKind.CONFLICT_MARK)
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.base()).contains("plan (2).md"));
    }

    @Test
    void knowsABaseWhoseLettersAreWrittenOtherwise() throws Exception {
        String composed = Normalizer.normalize("größe.md", Normalizer.Form.NFC);
        String decomposed = Normalizer.normalize("größe (1).md", Normalizer.Form.NFD);
        place.put(composed, "x");
        place.put(decomposed, "x");
        assertThat(sweep().conflicts())
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.base()).contains(composed));
    }

    @Test
    @Timeout(120)
    void listsAFolderOnceHoweverManyNamesAreWrittenOtherwise() throws Exception {
        for (int i = 0; i < 300; i++) place.put("größe %d (1).md".formatted(i), "x");
        place.put("tief/größe.md", "x");
        place.put("tief/gro\u0308ße [Conflict].md", "x");
        var listed = new AtomicInteger();
        var counting =
                new InterceptedFiles(
                        place.files(),
                        new Interceptor() {
                            @Override
                            public <T> T call(Call call, Body<T> body) throws FileFault {
                                if (call.kind() == Call.Kind.LIST) listed.incrementAndGet();
                                return body.run();
                            }
                        });
        try (var vault = place.on(counting).open()) {
            assertThat(new Sweep(vault, counting, Optional.empty(), Optional.empty()).run())
                    .satisfies(
                            report ->
                                    assertThat(report.conflicts())
                                            .singleElement()
                                            .satisfies(
                                                    conflict ->
                                                            assertThat(conflict.base())
                                                                    .contains("tief/größe.md")));
        }
        assertThat(listed).hasValueLessThan(10);
    }

    @Test
    void takesOffAnyNumberOfMarksAndThoseInFront() throws Exception {
        place.put("notes.md", "x");
        var copies =
                List.of(
                        "Copy of ".repeat(20) + "notes.md",
                        "notes" + " (1)".repeat(30) + ".md",
                        "[Conflict] notes.md",
                        "Copy of .bashrc",
                        "(conflicted copy 2026-01-02) notes.md",
                        "mixed/Copy of [Conflict] notes (3) (conflicted copy).md");
        place.put("mixed/notes.md", "x");
        place.put(".bashrc", "x");
        for (var copy : copies) place.put(copy, "y");
        assertThat(sweep().conflicts())
                .allSatisfy(
                        conflict ->
                                assertThat(conflict.base().orElseThrow())
                                        .isIn("notes.md", "mixed/notes.md", ".bashrc"))
                .extracting(Conflict::path)
                .containsExactlyInAnyOrderElementsOf(copies);
    }

    @Test
    void findsWhereALostFileCameFrom() throws Exception {
        place.put("deep/er/gone.md", "here");
        place.put("twice.md", "1");
        place.put("a/twice.md", "2");
        place.put("lost_and_found/gone.md", "lost");
        place.put("lost_and_found/twice.md", "lost");
        var report = sweep();
        assertThat(report.conflicts())
                .extracting(conflict -> conflict.path() + " < " + conflict.base().orElse("?"))
                .containsExactlyInAnyOrder(
                        "lost_and_found/gone.md < deep/er/gone.md", "lost_and_found/twice.md < ?");
    }

    @Test
    void looksWhereDriveKeepsWhatItLost() throws Exception {
        place.put("gone.md", "here");
        var drive = Files.createDirectories(temp.resolve("drivefs/account/lost_and_found"));
        Files.writeString(drive.resolve("gone.md"), "lost");
        Files.writeString(temp.resolve("drivefs/other (1).md"), "not ours");
        for (var given : List.of(temp.resolve("drivefs"), drive)) {
            assertThat(sweep(Optional.of(given), Optional.empty()).conflicts())
                    .singleElement()
                    .satisfies(
                            conflict -> {
                                assertThat(conflict.path()).isEqualTo(drive + "/gone.md");
                                assertThat(conflict.base()).contains("gone.md");
                                assertThat(conflict.equalContent()).contains(false);
                            });
        }
    }

    @Test
    void followsNoLinks() throws Exception {
        var outside = Files.createDirectory(temp.resolve("outside"));
        Files.writeString(outside.resolve("x.md"), "x");
        Files.writeString(outside.resolve("x (1).md"), "x");
        Files.createSymbolicLink(place.path().resolve("link"), outside);
        place.put("y.md", "y");
        Files.createSymbolicLink(place.path().resolve("y (1).md"), outside.resolve("x.md"));
        assertThat(sweep().conflicts()).isEmpty();
    }

    @Test
    void showsTheDifferenceWhenAsked() throws Exception {
        place.put("a.md", "one\ntwo\nthree\n");
        place.put("a (1).md", "one\n2\nthree\n");
        var report = sweep(Optional.empty(), Optional.of(new JGitDiff()));
        assertThat(report.conflicts().getFirst().diff().orElseThrow())
                .isEqualTo(
                        """
                        --- a.md
                        +++ a (1).md
                        @@ -1,3 +1,3 @@
                         one
                        -two
                        +2
                         three
                        """);
    }

    @Test
    void reportsWhatIsNotDownloaded() throws Exception {
        for (var name : List.of("far.md", "near.md", "near (1).md")) {
            try (var file = new RandomAccessFile(place.path().resolve(name).toFile(), "rw")) {
                if (name.startsWith("near")) file.write(1);
                file.setLength(name.equals("near.md") ? 1 : 50_000);
            }
        }
        try (var file = new RandomAccessFile(place.path().resolve("far (1).md").toFile(), "rw")) {
            file.setLength(50_000);
        }
        var report = sweep();
        assertThat(report.notDownloaded()).containsExactlyInAnyOrder("far.md", "far (1).md");
        assertThat(report.conflicts())
                .filteredOn(conflict -> conflict.path().equals("far (1).md"))
                .singleElement()
                .satisfies(
                        conflict -> {
                            assertThat(conflict.version().hash()).isEmpty();
                            assertThat(conflict.version().problem().orElseThrow())
                                    .contains("Available offline");
                            assertThat(conflict.equalContent()).isEmpty();
                        });
    }

    @Test
    void saysWhyThereIsNoDifferenceToShow() throws Exception {
        place.put("far (1).md", "here");
        place.put("large.md", "x");
        for (var name : List.of("far.md", "large (1).md")) {
            try (var file = new RandomAccessFile(place.path().resolve(name).toFile(), "rw")) {
                if (name.startsWith("large")) file.write(1);
                file.setLength(300 << 20);
            }
        }
        var report = sweep(Optional.empty(), Optional.of(new JGitDiff()));
        assertThat(report.conflicts())
                .hasSize(2)
                .allSatisfy(conflict -> assertThat(conflict.diff()).isEmpty())
                .flatExtracting(Conflict::problems)
                .satisfiesExactlyInAnyOrder(
                        why -> assertThat(why).startsWith("far.md: not downloaded"),
                        why -> assertThat(why).startsWith("large (1).md: too large"));
    }
}
