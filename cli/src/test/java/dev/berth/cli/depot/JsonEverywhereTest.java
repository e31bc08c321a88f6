package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// With `--json`, every command answers with one object and nothing else.
class JsonEverywhereTest {
    @TempDir private Path folder;
    private DepotShell shell = DepotShell.in(Path.of(""));

    @BeforeEach
    void makeTree() throws Exception {
        shell = DepotShell.in(folder);
        shell.write("t/a", "one\n");
    }

    private void answers(String line, String... fields) throws Exception {
        var answer = shell.done(line + " --json");
        assertThat(answer.err()).as(line).isEmpty();
        var object = answer.json();
        for (String field : fields) {
            assertThat(object.compact()).as(line).contains("\"" + field + "\":");
        }
    }

    @Test
    void oneObjectForEachCommand() throws Exception {
        answers("init d", "depot", "id", "sealed", "key");
        answers("keys init d", "master_key");
        answers("snapshot d t --session s", "checkpoint", "files", "bytes", "new_bytes", "skipped");
        String first = shell.ids("d").getFirst();
        shell.write("t/a", "two\n");
        answers("snapshot d t --session s --own-key", "unsettled", "created_at", "trees");
        answers("list d", "checkpoints", "unreadable");
        answers("show d s", "checkpoint", "entries", "facts");
        answers("show d s --manifest", "files", "path", "chunks");
        answers("cat d s a", "path", "size", "content");
        answers("diff d " + first + " s", "before", "after", "changes");
        answers("diff d " + first + " s --text", "text");
        answers("restore d s back", "checkpoint", "whole", "trees", "written", "kept", "missing");
        answers("stats d", "logical_bytes", "unique_bytes", "stored_bytes", "reclaimable_bytes");
        answers("verify d", "whole", "checkpoints", "damaged", "lost", "former_key_bytes");
        answers("verify d --read-data", "bytes_read", "data_keys");
        answers("forget d " + first + " --dry-run", "checkpoints", "forgotten", "kept", "dry_run");
        answers("forget d " + first, "forgotten");
        answers("collect d --dry-run", "dead_bytes", "dry_run");
        answers("collect d", "freed_bytes", "deleted_packs", "retired_keys", "unreadable");
        answers("keys show d", "master_key", "domains");
        answers("keys rotate d --data", "domains");
        answers("keys rotate d", "master_key", "key", "former");
        answers("keys destroy d own.s", "tenant", "domain", "destroyed", "keys_sha256");
        answers("watch d t --session w --quiet 0 --every 0 --count 1", "checkpoint", "taken");
    }

    @Test
    void andForEachRefusal() throws Exception {
        for (String line : new String[] {"list nowhere", "init", "show d x", "forget d"}) {
            var answer = shell.type(line + " --json");
            assertThat(answer.code()).isNotZero();
            assertThat(answer.json().compact()).contains("\"error\":", "\"exit_code\":");
        }
    }
}
