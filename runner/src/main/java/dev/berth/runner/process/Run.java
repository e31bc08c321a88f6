package dev.berth.runner.process;

import dev.berth.disk.SessionId;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.runner.Plan;
import dev.berth.runner.resident.Inside;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What is written down of one sandbox: enough for the next server to find it alive or to clear it
/// away. The mark is random; the sandbox's first processes carry it among their words.
record Run(
        SessionId session,
        String mark,
        Path disk,
        boolean sandboxed,
        Optional<Inside.User> user,
        List<Path> groups) {
    static final Name FILE = Name.of("run.json");

    private static final Name STATUS = Name.of("status");
    private static final int MAXIMAL_BYTES = 1 << 16;

    static Run of(Plan plan, String mark, Optional<Inside.User> user, List<Path> groups) {
        return new Run(plan.session(), mark, plan.disk(), plan.sandboxed(), user, groups);
    }

    Inside inside() {
        return new Inside(session, user);
    }

    byte[] encode() {
        var fields =
                Json.object()
                        .put("format", "berth-run/1")
                        .put("session", session.value())
                        .put("mark", mark)
                        .put("disk", disk.toString())
                        .put("sandboxed", sandboxed)
                        .putTexts("groups", groups.stream().map(Path::toString).toList());
        user.ifPresent(who -> fields.put("uid", who.uid()).put("gid", who.gid()));
        return fields.build().file();
    }

    /// Empty when the server that began this run did not come so far.
    static Optional<Run> read(FileLayer files, Path folder) throws Failure {
        try (var open = files.open(folder)) {
            var bytes = AtomicFile.readIfThere(open, FILE, MAXIMAL_BYTES);
            return bytes.isEmpty() ? Optional.empty() : Optional.of(decode(bytes.get()));
        } catch (FileFault fault) {
            throw fault.asFailure(folder.toString());
        } catch (JsonRefusal refusal) {
            throw new Failure.Damaged(
                            folder.resolve(FILE.toString()) + " cannot be read",
                            "see that no process of this session runs, then remove " + folder)
                    .because(refusal);
        }
    }

    private static Run decode(byte[] bytes) throws JsonRefusal {
        JsonReader fields = StrictJson.open(bytes);
        OptionalLong uid = fields.optionalInteger("uid", 0, Integer.MAX_VALUE);
        OptionalLong gid = fields.optionalInteger("gid", 0, Integer.MAX_VALUE);
        return new Run(
                new SessionId(fields.text("session")),
                fields.text("mark"),
                Path.of(fields.text("disk")),
                fields.bool("sandboxed"),
                uid.isPresent()
                        ? Optional.of(
                                new Inside.User((int) uid.getAsLong(), (int) gid.orElseThrow()))
                        : Optional.empty(),
                fields.texts("groups").stream().map(Path::of).toList());
    }

    /// The process that became the sandbox; empty until it said so.
    OptionalLong pid(FileLayer files, Path folder) throws Failure {
        String text = text(files, folder, Name.of("pid-" + mark)).strip();
        return text.matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /// What bubblewrap tells: the first process in the walls and its PID namespace.
    Optional<Status> status(FileLayer files, Path folder) throws Failure {
        String text = text(files, folder, STATUS);
        int end = text.indexOf('\n');
        if (end < 0) return Optional.empty();
        try {
            var fields = StrictJson.open(text.substring(0, end).getBytes(StandardCharsets.UTF_8));
            return Optional.of(
                    new Status(
                            fields.integer("child-pid", 1, Long.MAX_VALUE),
                            fields.integer("pid-namespace", 1, Long.MAX_VALUE)));
        } catch (JsonRefusal unknown) {
            return Optional.empty();
        }
    }

    private static String text(FileLayer files, Path folder, Name name) throws Failure {
        try (var open = files.open(folder)) {
            return AtomicFile.readIfThere(open, name, MAXIMAL_BYTES)
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                    .orElse("");
        } catch (FileFault fault) {
            throw fault.asFailure(folder.toString());
        }
    }

    /// The first process in the walls, by its number outside, and its PID namespace.
    record Status(long pid, long namespace) {}
}
