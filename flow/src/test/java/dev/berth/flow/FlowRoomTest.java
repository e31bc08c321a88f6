package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Where nothing more can be written: what is said of it, and what is still as it was.
class FlowRoomTest {
    private final ModelledFiles model = new ModelledFiles();

    @BeforeEach
    void start() throws Exception {
        try (var root = model.open(Path.of("/"))) {
            root.makeFolder(Name.of("project"), 0755);
        }
        Projects.modelled(model).start("First");
        Projects.modelled(model).close();
        Projects.modelled(model).start("Ship it");
    }

    @ParameterizedTest
    @EnumSource(
            value = Errno.class,
            names = {"EROFS", "EACCES", "ENOSPC"})
    void everyChangeNamesTheFolder(Errno errno) {
        var flow = on(new Full(errno, true));
        for (var call :
                new Step[] {
                    () -> flow.change((session, now) -> session.noting("x", now)),
                    flow::close,
                    flow::refresh
                }) {
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("/project/.flow")
                    .withMessageContaining(errno.meaning());
        }
        assertThat(Full.unchanged(model)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Errno.class,
            names = {"EROFS", "EACCES", "ENOSPC"})
    void theDoctorSaysIt(Errno errno) throws Exception {
        assertThat(Projects.modelled(model).examine().healthy()).isTrue();
        var checkup = on(new Full(errno, true)).examine();
        assertThat(checkup.healthy()).isFalse();
        assertThat(checkup.findings())
                .filteredOn(finding -> !finding.fine())
                .allSatisfy(finding -> assertThat(finding.advice()).isNotEmpty())
                .extracting(Checkup.Finding::found)
                .anyMatch(found -> found.contains("/project/.flow"))
                .anyMatch(found -> found.contains("/project/.flow/history"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Errno.class,
            names = {"EROFS", "EACCES", "ENOSPC"})
    void aDamagedSessionIsNamedToo(Errno errno) throws Exception {
        try (var folder = model.open(Projects.ROOT.resolve(".flow"))) {
            AtomicFile.write(folder, FlowFolder.SESSION, "{".getBytes(StandardCharsets.UTF_8));
        }
        var flow = on(new Full(errno, true));
        assertThatExceptionOfType(Failure.Damaged.class)
                .isThrownBy(flow::status)
                .withMessageContaining("session.json cannot be read (line 1")
                .withMessageContaining(errno.meaning());
        assertThat(flow.examine().findings())
                .anyMatch(finding -> finding.found().contains("session.json cannot be read"));
    }

    @Test
    void aCloseWithoutAWritableHistoryLeavesTheSessionActive() throws Exception {
        var flow = on(new Full(Errno.EACCES, false));
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(flow::close)
                .withMessageContaining(".flow/history is not writable");
        var session = Projects.modelled(model).status().session().orElseThrow();
        assertThat(session.status()).isEqualTo(FlowSession.Status.ACTIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EIO", "ENOSPC"})
    void aCloseThatStopsHalfWaySaysWhatIsDone(String errno) throws Exception {
        var files =
                new InterceptedFiles(
                        model,
                        new Interceptor() {
                            @Override
                            public <T> T call(Call call, Body<T> body) throws FileFault {
                                if (call.kind() != Call.Kind.LINK) return body.run();
                                throw new FileFault(Errno.valueOf(errno), "link", call.subject());
                            }
                        });
        assertThatExceptionOfType(Failure.Unavailable.class)
                .isThrownBy(() -> Projects.modelled(files).close())
                .withMessageContaining("is closed, but not yet moved to .flow/history")
                .satisfies(
                        failure ->
                                assertThat(failure.advice())
                                        .contains("`berth flow close` finishes it"));
        assertThat(Projects.modelled(model).history().archives()).hasSize(2);
    }

    private Flow on(Full full) {
        return Projects.modelled(new InterceptedFiles(model, full));
    }

    private interface Step {
        void run() throws Failure;
    }

    /// A file system that takes nothing more, or only says so when it is asked.
    private record Full(Errno errno, boolean fails) implements Interceptor {
        static boolean unchanged(ModelledFiles model) {
            try {
                return Projects.modelled(model).status().session().orElseThrow().notes().isEmpty();
            } catch (Failure failure) {
                return false;
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T call(Call call, Body<T> body) throws FileFault {
            if (fails && takesRoom(call)) throw new FileFault(errno, "write", call.subject());
            T answer = body.run();
            return answer instanceof Folder.Space space ? (T) full(space) : answer;
        }

        private static boolean takesRoom(Call call) {
            return switch (call.kind()) {
                case CREATE, WRITE, RENAME, RENAME_NEW, LINK, UNLINK, SET_ATTRIBUTES -> true;
                case MAKE_FOLDER ->
                        !call.subject().equals(".flow") && !call.subject().equals("history");
                case OPEN_LAYER,
                        REAL_PATH,
                        OPEN_FOLDER,
                        OPEN_FILE,
                        READ,
                        SEEK,
                        STAT,
                        LIST,
                        READ_LINK,
                        SPACE,
                        TRUNCATE,
                        SYMLINK,
                        REMOVE_FOLDER,
                        SYNC_FILE,
                        SYNC_FOLDER,
                        SYNC_FILE_SYSTEM ->
                        false;
            };
        }

        private Folder.Space full(Folder.Space space) {
            return errno == Errno.ENOSPC
                    ? new Folder.Space(0, space.totalBytes(), space.type(), true)
                    : new Folder.Space(space.freeBytes(), space.totalBytes(), space.type(), false);
        }
    }
}
