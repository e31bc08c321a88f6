package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The power goes after every call; whatever is found then is what was acknowledged, or one step
/// more, and work goes on in it at once.
class FlowCrashTest {
    private static final int MOST_PER_CRASH = 100;

    private final ModelledFiles model = new ModelledFiles();
    private final List<String> acknowledged = new ArrayList<>();
    private List<String> attempted = List.of();

    @BeforeEach
    void project() throws Exception {
        try (var root = model.open(Path.of("/"))) {
            root.makeFolder(Name.of("project"), 0755);
            root.sync();
        }
    }

    @ParameterizedTest
    @EnumSource(Tearing.class)
    void aSaveIsThereWholeOrNotAtAll(Tearing tearing) throws Exception {
        Projects.modelled(model).start("Ship it");
        var explorer = explorer(tearing, this::notesAreThere);
        var flow = Projects.modelled(explorer.files());
        for (String note : List.of("one", "two " + "x".repeat(5000))) {
            note(flow, note);
        }
        report("save", explorer);
    }

    @Test
    void theFirstStartIsThereWholeOrNotAtAll() throws Exception {
        var explorer =
                explorer(
                        Tearing.PAGE,
                        survivor -> {
                            var flow = Projects.modelled(survivor);
                            if (acknowledged.isEmpty()) {
                                try {
                                    if (flow.status().session().isPresent()) flow.close();
                                } catch (Failure.NotFound none) {
                                    // not even the folder
                                }
                                flow.start("Again");
                            }
                            assertThat(flow.status().session()).isPresent();
                        });
        Projects.modelled(explorer.files()).start("Ship it");
        acknowledged.add("started");
        explorer.crash("the start");
        report("start", explorer);
    }

    @Test
    void aCloseIsFinishedByTheNextCall() throws Exception {
        var begun = Projects.modelled(model).start("Ship it").session().orElseThrow();
        note(Projects.modelled(model), "one");
        var explorer =
                explorer(
                        Tearing.PAGE,
                        survivor -> {
                            var flow = Projects.modelled(survivor);
                            var status = flow.status();
                            if (status.session().isPresent()) {
                                assertThat(acknowledged).doesNotContain("closed");
                                assertThat(notes(status)).containsExactly("one");
                                flow.close();
                            }
                            var archives = flow.history().archives();
                            assertThat(archives).hasSize(1);
                            assertThat(archives.getFirst().name()).isEqualTo(begun.id().value());
                            assertThat(archives.getFirst().session().notes()).hasSize(1);
                            assertThat(flow.status().instructionsCurrent()).isTrue();
                            flow.refresh();
                            assertTidy(survivor);
                        });
        Projects.modelled(explorer.files()).close();
        acknowledged.add("closed");
        explorer.crash("the close");
        report("close", explorer);
    }

    @Test
    void aSecondCloseKeepsTheFirstArchive() throws Exception {
        var id = Projects.modelled(model).start("Ship it").session().orElseThrow().id();
        Projects.modelled(model).close();
        byte[] first = archive(model, id + ".json");
        Projects.modelled(model).reopen(id.value());
        note(Projects.modelled(model), "second");
        var explorer =
                explorer(
                        Tearing.PAGE,
                        survivor -> {
                            var flow = Projects.modelled(survivor);
                            if (flow.status().session().isPresent()) flow.close();
                            assertThat(archive(survivor, id + ".json")).isEqualTo(first);
                            assertThat(flow.history().archives())
                                    .extracting(History.Archived::name)
                                    .containsExactly(id.value(), id + "-2");
                        });
        Projects.modelled(explorer.files()).close();
        report("second close", explorer);
    }

    @Test
    void whatCannotBeReadIsNeverLostOnItsWay() throws Exception {
        byte[] broken = "{ broken".getBytes(StandardCharsets.UTF_8);
        Projects.modelled(model).start("Ship it");
        try (var folder = model.open(Projects.ROOT.resolve(".flow"))) {
            AtomicFile.write(folder, FlowFolder.SESSION, broken);
        }
        var explorer =
                explorer(
                        Tearing.PAGE,
                        survivor -> {
                            var flow = Projects.modelled(survivor);
                            var status = flow.status();
                            assertThat(status.session()).isEmpty();
                            assertThat(status.history().quarantined()).isNotEmpty();
                            for (var put : status.history().quarantined()) {
                                assertThat(archive(survivor, put.name() + ".json"))
                                        .isEqualTo(broken);
                            }
                            flow.start("Again");
                        });
        Projects.modelled(explorer.files()).status();
        report("quarantine", explorer);
    }

    private void notesAreThere(ModelledFiles survivor) throws Exception {
        var flow = Projects.modelled(survivor);
        var found = notes(flow.status());
        assertThat(found).isIn(acknowledged, attempted);
        flow.change((session, now) -> session.noting("after", now));
        var after = flow.status();
        assertThat(notes(after)).hasSize(found.size() + 1);
        assertThat(after.instructionsCurrent()).isTrue();
        assertTidy(survivor);
    }

    private void note(Flow flow, String text) throws Exception {
        attempted = new ArrayList<>(acknowledged);
        attempted.add(text);
        flow.change((session, now) -> session.noting(text, now));
        acknowledged.add(text);
    }

    /// Nothing lies about that no version of ours keeps there.
    private static void assertTidy(ModelledFiles files) throws Exception {
        try (var flow = files.open(Projects.ROOT.resolve(".flow"))) {
            assertThat(flow.list())
                    .extracting(Folder.Entry::name)
                    .isSubsetOf(
                            FlowFolder.SESSION,
                            FlowFolder.INSTRUCTIONS,
                            FlowFolder.GITIGNORE,
                            FlowFolder.HISTORY);
        }
    }

    private static List<String> notes(FlowStatus status) {
        return status.session().orElseThrow().notes().stream().map(FlowNote::text).toList();
    }

    private static byte[] archive(FileLayer files, String name) throws Exception {
        try (var history = files.open(Projects.ROOT.resolve(".flow/history"))) {
            return AtomicFile.read(history, Name.of(name), 1 << 20);
        }
    }

    private CrashExplorer explorer(Tearing tearing, CrashExplorer.Check check) throws FileFault {
        // What the preparations left unsynced is not what is explored.
        try (var root = model.open(Path.of("/"))) {
            root.syncFileSystem();
        }
        return new CrashExplorer(model, tearing, check, MOST_PER_CRASH, 11);
    }

    private static void report(String what, CrashExplorer explorer) {
        System.out.printf(
                "flow %s: %d states after %d crashes, %s%n",
                what,
                explorer.states(),
                explorer.crashes(),
                explorer.isExhaustive() ? "all of them" : "some drawn");
        assertThat(explorer.crashes()).isGreaterThan(10);
        assertThat(explorer.states()).isGreaterThan(explorer.crashes());
    }
}
