package dev.berth.session.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.disk.Volume;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;
import dev.berth.session.Elsewhere;
import dev.berth.session.EventType;
import dev.berth.session.Mobility;
import dev.berth.session.Node;
import dev.berth.session.Quota;
import dev.berth.session.Samples;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.files.Expected;
import dev.berth.session.files.FileEntry;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.NamePattern;
import dev.berth.session.sqlite.SqliteCatalog;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@DisplayName("The files of a session")
class SessionFilesTest {
    private static final Volume WORK = Volume.WORKSPACE;

    @TempDir Path folder;
    private Catalog catalog;
    private Machine a;

    @BeforeEach
    void begin() throws Exception {
        catalog = SqliteCatalog.open(folder.resolve("catalog.db"), Clock.systemUTC());
        a = new Machine(folder, new Node("a", "r"), catalog, Machine.RULES);
    }

    @AfterEach
    void end() {
        a.sessions.close();
        catalog.close();
    }

    private SessionKey made(Storage storage) throws Failure {
        return a.sessions
                .create(NewSession.of(Samples.TENANT, "shell").kept(storage, Mobility.LOCAL))
                .key();
    }

    private static FilePath path(String text) throws Failure {
        return FilePath.parse(text);
    }

    private SessionFiles.Done put(SessionKey key, Volume volume, String path, String text)
            throws Failure {
        return put(a.sessions, key, volume, path, text, Expected.anything());
    }

    static SessionFiles.Done put(
            Sessions sessions,
            SessionKey key,
            Volume volume,
            String path,
            String text,
            Expected expected)
            throws Failure {
        try (var upload = sessions.files().upload(key, volume)) {
            add(upload, path, text);
            return upload.finish(expected);
        }
    }

    private static void add(FileUpload upload, String path, String text) throws Failure {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var stream = new ByteArrayInputStream(bytes);
        upload.add(
                path(path),
                false,
                bytes.length,
                into -> {
                    try {
                        return stream.read(into);
                    } catch (IOException impossible) {
                        throw new UncheckedIOException(impossible);
                    }
                });
    }

    private String read(SessionKey key, Volume volume, String path) throws Failure {
        var bytes = new ByteArrayOutputStream();
        try (var file = a.sessions.files().open(key, volume, path(path))) {
            file.copy(0, file.size(), bytes::write);
            assertThat(ContentHash.of(bytes.toByteArray())).isEqualTo(file.hash());
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private List<String> names(SessionKey key, Volume volume, String path) throws Failure {
        return a.sessions.files().list(key, volume, path(path)).stream()
                .map(entry -> entry.name().toString())
                .toList();
    }

    /// All states that have files, one after the other.
    private void bringTo(SessionKey key, SessionState state) throws Exception {
        switch (state) {
            case CREATED -> {}
            case ACTIVE -> a.turn(key, "say hi");
            case IDLE -> {
                bringTo(key, SessionState.ACTIVE);
                a.pass(Duration.ofMinutes(2));
                a.sweepTo(key, state);
            }
            case PAUSED -> {
                bringTo(key, SessionState.IDLE);
                a.pass(Duration.ofMinutes(20));
                a.sweepTo(key, state);
            }
            case RESUMABLE -> {
                bringTo(key, SessionState.ACTIVE);
                a.sessions.suspend(key);
            }
            case EXPIRED -> {
                bringTo(key, SessionState.ACTIVE);
                a.sessions.terminate(key);
            }
        }
        assertThat(a.sessions.find(key).state()).isEqualTo(state);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(SessionState.class)
    void areReadAlikeInEveryState(SessionState state) throws Exception {
        for (var storage : List.of(Storage.CAS, Storage.VOLUME, Storage.DISK)) {
            var key = made(storage);
            put(key, WORK, "src/main.c", "int main");
            put(key, WORK, "notes.md", "notes");
            put(key, Volume.MEMORY, "habits", "tabs");
            bringTo(key, state);
            String at = storage + " " + state;
            assertThat(names(key, WORK, "")).as(at).containsExactly("notes.md", "src");
            assertThat(names(key, WORK, "src")).as(at).containsExactly("main.c");
            assertThat(names(key, Volume.MEMORY, "")).as(at).containsExactly("habits");
            assertThat(read(key, WORK, "src/main.c")).as(at).isEqualTo("int main");
            assertThat(read(key, Volume.MEMORY, "habits")).as(at).isEqualTo("tabs");
            var found =
                    a.sessions.files().find(key, WORK, FilePath.TOP, NamePattern.parse("MAIN"), 10);
            assertThat(found.hits()).extracting(hit -> hit.path().text()).contains("src/main.c");
            var stat = a.sessions.files().stat(key, WORK, path("src"));
            assertThat(stat.map(FileEntry::isFolder)).as(at).contains(true);
            assertThat(a.sessions.files().stat(key, WORK, path("notes.md/x"))).isEmpty();
            assertThatThrownBy(() -> read(key, WORK, "nothing"))
                    .isInstanceOf(Failure.NotFound.class);
            assertThatThrownBy(() -> read(key, WORK, "src")).isInstanceOf(Failure.Refused.class);
            assertThatThrownBy(() -> names(key, WORK, "notes.md"))
                    .isInstanceOf(Failure.Refused.class);
            assertThat(a.sessions.find(key).state()).as(at).isEqualTo(state);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(value = SessionState.class, mode = Mode.EXCLUDE, names = "EXPIRED")
    void areWrittenAndRemovedInEveryStateButTheLast(SessionState state) throws Exception {
        for (var storage : List.of(Storage.CAS, Storage.VOLUME, Storage.DISK)) {
            var key = made(storage);
            put(key, WORK, "old", "old");
            bringTo(key, state);
            String at = storage + " " + state;
            long before = catalog.events(key, 0, 1000).size();
            var done = put(key, WORK, "deep/er/new", "new");
            boolean cold = !state.hasRunner();
            assertThat(done.isNew()).isTrue();
            assertThat(done.checkpoint().isPresent()).as(at).isEqualTo(cold);
            assertThat(put(key, WORK, "old", "other").isNew()).isFalse();
            a.sessions.files().remove(key, WORK, path("deep/er"), true, Expected.anything());
            put(key, WORK, "deep/left", "left");
            var session = a.sessions.find(key);
            assertThat(session.state()).as(at).isEqualTo(state);
            assertThat(session.room().usedBytes()).as(at).isEqualTo(9);
            assertThat(catalog.events(key, before, 1000))
                    .filteredOn(event -> event.type() == EventType.FILE)
                    .hasSize(4);
            if (cold) assertThat(catalog.leases().current(key)).as(at).isEmpty();
            a.turn(key, "say awake");
            assertThat(a.files(key))
                    .as(at)
                    .isEqualTo(Map.of("workspace/old", "other", "workspace/deep/left", "left"));
        }
    }

    @Test
    void ofAnExpiredSessionAreNotWritten() throws Exception {
        var key = made(Storage.CAS);
        put(key, WORK, "kept", "kept");
        bringTo(key, SessionState.EXPIRED);
        assertThatThrownBy(() -> put(key, WORK, "kept", "x")).isInstanceOf(Failure.Conflict.class);
        assertThatThrownBy(
                        () ->
                                a.sessions
                                        .files()
                                        .remove(
                                                key,
                                                WORK,
                                                path("kept"),
                                                false,
                                                Expected.anything()))
                .isInstanceOf(Failure.Conflict.class);
        assertThat(read(key, WORK, "kept")).isEqualTo("kept");
    }

    @Test
    void inTmpAreThereOnlyWhileItLives() throws Exception {
        var key = made(Storage.CAS);
        assertThatThrownBy(() -> put(key, Volume.TMP, "x", "x"))
                .isInstanceOf(Failure.Conflict.class);
        bringTo(key, SessionState.ACTIVE);
        put(key, Volume.TMP, "x", "x");
        assertThat(read(key, Volume.TMP, "x")).isEqualTo("x");
        a.sessions.suspend(key);
        assertThat(names(key, Volume.TMP, "")).isEmpty();
    }

    @Test
    void ofAnEphemeralSessionAreThereOnlyWithItsRunner() throws Exception {
        var key = a.sessions.create(NewSession.of(Samples.TENANT, "chat")).key();
        assertThat(names(key, WORK, "")).isEmpty();
        assertThatThrownBy(() -> put(key, WORK, "x", "x")).isInstanceOf(Failure.Conflict.class);
        bringTo(key, SessionState.ACTIVE);
        put(key, WORK, "x", "x");
        assertThat(read(key, WORK, "x")).isEqualTo("x");
        assertThat(a.sessions.find(key).room().usedBytes()).isZero();
        a.sessions.suspend(key);
        assertThat(names(key, WORK, "")).isEmpty();
    }

    @Test
    void areComparedByContentBeforeTheyAreChanged() throws Exception {
        for (var state : List.of(SessionState.ACTIVE, SessionState.RESUMABLE)) {
            var key = made(Storage.CAS);
            put(key, WORK, "f", "one");
            bringTo(key, state);
            var one = ContentHash.of("one".getBytes(StandardCharsets.UTF_8));
            var two = ContentHash.of("two".getBytes(StandardCharsets.UTF_8));
            var ofTwo = new Expected.OneOf(List.of(two));
            assertThatThrownBy(() -> put(a.sessions, key, WORK, "f", "x", ofTwo))
                    .isInstanceOf(Failure.Conflict.class)
                    .satisfies(e -> assertThat(Expected.Unexpected.isOne((Failure) e)).isTrue());
            assertThatThrownBy(() -> put(a.sessions, key, WORK, "f", "x", Expected.nothing()))
                    .isInstanceOf(Failure.Conflict.class);
            assertThatThrownBy(() -> put(a.sessions, key, WORK, "g", "x", Expected.something()))
                    .isInstanceOf(Failure.Conflict.class);
            var ofOne = new Expected.OneOf(List.of(one));
            put(a.sessions, key, WORK, "f", "two", ofOne);
            assertThat(read(key, WORK, "f")).isEqualTo("two");
            put(a.sessions, key, WORK, "g", "new", Expected.nothing());
            assertThatThrownBy(() -> a.sessions.files().remove(key, WORK, path("f"), false, ofOne))
                    .isInstanceOf(Failure.Conflict.class);
            a.sessions.files().remove(key, WORK, path("f"), false, ofTwo);
            assertThat(names(key, WORK, "")).containsExactly("g");
        }
    }

    @Test
    void neverLeadOutOfTheirVolumeByALink() throws Exception {
        var key = made(Storage.CAS);
        bringTo(key, SessionState.ACTIVE);
        var tree = a.tree(a.sessions.find(key)).resolve("workspace");
        var secret = Files.writeString(folder.resolve("secret"), "secret");
        Files.createSymbolicLink(tree.resolve("file"), secret);
        Files.createSymbolicLink(tree.resolve("way"), folder);
        assertThatThrownBy(() -> read(key, WORK, "file")).isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(() -> read(key, WORK, "way/secret"))
                .isInstanceOf(Failure.NotFound.class);
        assertThatThrownBy(() -> names(key, WORK, "way")).isInstanceOf(Failure.Refused.class);
        assertThatThrownBy(() -> put(key, WORK, "way/secret", "mine"))
                .isInstanceOf(Failure.Conflict.class);
        assertThatThrownBy(
                        () ->
                                a.sessions
                                        .files()
                                        .remove(
                                                key,
                                                WORK,
                                                path("way/secret"),
                                                false,
                                                Expected.anything()))
                .isInstanceOf(Failure.NotFound.class);
        put(key, WORK, "file", "mine");
        assertThat(secret).hasContent("secret");
        assertThat(read(key, WORK, "file")).isEqualTo("mine");
    }

    @Test
    void ofAVolumeThatIsALinkAreNone() throws Exception {
        var key = made(Storage.CAS);
        bringTo(key, SessionState.ACTIVE);
        var memory = a.tree(a.sessions.find(key)).resolve("memory");
        Files.delete(memory);
        Files.createSymbolicLink(memory, folder);
        assertThat(names(key, Volume.MEMORY, "")).isEmpty();
        assertThatThrownBy(() -> put(key, Volume.MEMORY, "x", "x")).isInstanceOf(Failure.class);
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @Test
    void areRefusedBeforeTheyExceedTheQuota() throws Exception {
        for (var state : List.of(SessionState.ACTIVE, SessionState.RESUMABLE)) {
            var wish = NewSession.of(Samples.TENANT, "shell").upTo(new Quota(1));
            var key = a.sessions.create(wish).key();
            put(key, WORK, "f", "x".repeat(700_000));
            bringTo(key, state);
            assertThatThrownBy(() -> put(key, Volume.MEMORY, "g", "x".repeat(400_000)))
                    .isInstanceOf(Failure.OverQuota.class)
                    .hasMessageContaining("400000 bytes more than the 700000 in use");
            assertThatThrownBy(() -> put(key, WORK, "g", "x".repeat(1_100_000)))
                    .isInstanceOf(Failure.OverQuota.class)
                    .hasMessageContaining("1100000 bytes more than the 700000 in use");
            try (var upload = a.sessions.files().upload(key, WORK)) {
                add(upload, "g", "x".repeat(1_000));
                var endless = path("h");
                assertThatThrownBy(() -> upload.add(endless, false, Long.MAX_VALUE, _ -> -1))
                        .isInstanceOf(Failure.OverQuota.class);
                assertThatThrownBy(() -> upload.add(endless, false, -1, into -> into.length))
                        .isInstanceOf(Failure.OverQuota.class)
                        .hasMessageContaining("bytes more than the 700000 in use");
            }
            put(key, WORK, "f", "x".repeat(1_000_000));
            assertThat(a.sessions.find(key).room().usedBytes()).isEqualTo(1_000_000);
            assertThat(names(key, WORK, "")).containsExactly("f");
        }
    }

    @Test
    void comeTogetherOrNotAtAll() throws Exception {
        var key = made(Storage.CAS);
        put(key, WORK, "old", "old");
        bringTo(key, SessionState.ACTIVE);
        Files.createDirectories(a.tree(a.sessions.find(key)).resolve("workspace/taken/x"));
        try (var upload = a.sessions.files().upload(key, WORK)) {
            add(upload, "old", "new");
            add(upload, "fresh/one", "1");
            add(upload, "taken", "2");
            assertThatThrownBy(() -> upload.finish(Expected.anything()))
                    .isInstanceOf(Failure.Conflict.class);
        }
        assertThat(names(key, WORK, "")).containsExactly("old", "taken");
        assertThat(read(key, WORK, "old")).isEqualTo("old");
        try (var upload = a.sessions.files().upload(key, WORK)) {
            add(upload, "old", "new");
            add(upload, "fresh/one", "1");
            add(upload, "fresh/two", "2");
            assertThat(upload.finish(Expected.anything()).isNew()).isTrue();
        }
        assertThat(names(key, WORK, "fresh")).containsExactly("one", "two");
        assertThat(read(key, WORK, "old")).isEqualTo("new");
        try (var left = Files.list(a.home.resolve("sessions/.incoming"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void ofOneUploadHaveNamesThatGoTogether() throws Exception {
        var key = made(Storage.CAS);
        try (var upload = a.sessions.files().upload(key, WORK)) {
            add(upload, "a", "1");
            assertThatThrownBy(() -> add(upload, "a", "2")).isInstanceOf(Failure.Refused.class);
            assertThatThrownBy(() -> add(upload, "a/b", "2")).isInstanceOf(Failure.Refused.class);
            assertThatThrownBy(() -> add(upload, "", "2")).isInstanceOf(Failure.Refused.class);
        }
        try (var upload = a.sessions.files().upload(key, WORK)) {
            assertThatThrownBy(() -> upload.finish(Expected.anything()))
                    .isInstanceOf(Failure.Refused.class);
        }
    }

    @Test
    void areWrittenWhileATurnRuns() throws Exception {
        var key = made(Storage.CAS);
        bringTo(key, SessionState.ACTIVE);
        var asked = a.sessions.message(key, "hang");
        Waiting.until("it runs", () -> a.sessions.find(key).life().turns().isRunning());
        put(key, WORK, "beside", "it");
        assertThat(read(key, WORK, "beside")).isEqualTo("it");
        assertThat(a.sessions.find(key).life().turns().isRunning()).isTrue();
        a.sessions.cancel(key, asked.turn());
        assertThat(a.sessions.await(key, asked.turn(), Duration.ofSeconds(60))).isPresent();
    }

    @Test
    void areActivityWhenWrittenAndNoneWhenRead() throws Exception {
        var key = made(Storage.CAS);
        bringTo(key, SessionState.PAUSED);
        var before = a.sessions.find(key).times().lastActiveAt();
        a.pass(Duration.ofMinutes(5));
        names(key, WORK, "");
        assertThat(a.sessions.find(key).times().lastActiveAt()).isEqualTo(before);
        put(key, WORK, "x", "x");
        assertThat(a.sessions.find(key).times().lastActiveAt()).isAfter(before);
    }

    @Test
    void ofAnotherNodeAreReadFromTheDepotWhenColdAndNamedElsewhereWhenNot() throws Exception {
        var b = new Machine(folder, new Node("b", "r"), catalog, Machine.RULES);
        var wish = NewSession.of(Samples.TENANT, "shell");
        for (var storage : List.of(Storage.CAS, Storage.VOLUME, Storage.DISK)) {
            var key = a.sessions.create(wish.kept(storage, Mobility.OBJECT_SYNC)).key();
            put(key, WORK, "f", "one");
            bringTo(key, SessionState.ACTIVE);
            var lives =
                    List.<ThrowingCallable>of(
                            () -> b.sessions.files().list(key, WORK, FilePath.TOP),
                            () -> put(b.sessions, key, WORK, "g", "x", Expected.anything()));
            for (var each : lives) {
                assertThatThrownBy(each)
                        .satisfies(
                                e ->
                                        assertThat(Elsewhere.of((Failure) e))
                                                .contains(new Elsewhere(a.node)));
            }
            a.sessions.suspend(key);
            assertThat(b.sessions.files().list(key, WORK, FilePath.TOP)).hasSize(1);
            put(b.sessions, key, WORK, "g", "two", Expected.anything());
            a.turn(key, "say hi");
            assertThat(a.files(key)).as(storage.label()).containsKeys("workspace/f", "workspace/g");
        }
        b.sessions.close();
    }

    @Test
    void ofALocalSessionAreWrittenOnItsNodeOnly() throws Exception {
        var b = new Machine(folder, new Node("b", "r"), catalog, Machine.RULES);
        var key = made(Storage.CAS);
        put(key, WORK, "f", "one");
        assertThat(b.sessions.files().list(key, WORK, FilePath.TOP)).hasSize(1);
        assertThatThrownBy(() -> put(b.sessions, key, WORK, "g", "x", Expected.anything()))
                .satisfies(e -> assertThat(Elsewhere.of((Failure) e)).isPresent());
        b.sessions.close();
    }

    @Test
    void thatRetentionRemovedAreSaidToBeInTheTrashAndThenGone() throws Exception {
        var key = made(Storage.CAS);
        put(key, WORK, "f", "one");
        bringTo(key, SessionState.EXPIRED);
        a.pass(Duration.ofDays(8));
        while (a.sessions.find(key).times().over().filter(over -> over.removed()).isEmpty()) {
            a.sessions.sweep();
        }
        assertThatThrownBy(() -> names(key, WORK, ""))
                .isInstanceOf(Failure.NotFound.class)
                .hasMessageContaining("in the trash");
        a.pass(Duration.ofDays(2));
        while (a.sessions.find(key).times().over().filter(over -> over.isGone()).isEmpty()) {
            a.sessions.sweep();
        }
        assertThatThrownBy(() -> names(key, WORK, ""))
                .isInstanceOf(Failure.NotFound.class)
                .hasMessageContaining("removed");
    }

    @Test
    void ofAColdSessionAreACheckpointThatForksAndRewindsKnow() throws Exception {
        var key = made(Storage.DISK);
        var first = put(key, WORK, "f", "one").checkpoint().orElseThrow();
        put(key, WORK, "f", "two");
        assertThat(a.home.resolve("cold")).isNotEmptyDirectory();
        var fork = a.sessions.fork(key, Optional.of(first), "fork");
        assertThat(read(fork.key(), WORK, "f")).isEqualTo("one");
        var point = a.sessions.checkpoint(key).row();
        assertThat(read(key, WORK, "f")).isEqualTo("two");
        assertThat(a.sessions.find(key).life().head()).contains(point.id().value());
        a.sessions.rewind(key, first);
        assertThat(read(key, WORK, "f")).isEqualTo("one");
        a.turn(key, "say hi");
        assertThat(a.files(key)).containsEntry("workspace/f", "one");
    }
}
