package dev.berth.depot.head;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.disk.SessionId;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The newest checkpoint of each session that this machine has seen in one tenant's part of one
/// depot: `berth-heads/1`, a file of this user's.
///
/// Whoever holds the storage can put an older state of all of it back, in which everything is
/// authentic. Only somebody who remembers a newer one can tell: so a head that is gone, without a
/// newer one of its session and without anybody having asked to forget it, is damage.
public final class Heads {
    private static final String FORMAT = "berth-heads/1";
    private static final int LIMIT_BYTES = 64 << 20;

    private final Folder folder;
    private final Name file;

    /// `folder` stays the caller's.
    public Heads(Folder folder, String depot, SessionId tenant) {
        this.folder = folder;
        this.file = Name.of("depot-" + depot + "-" + tenant.value() + ".json");
    }

    /// What is known of why a checkpoint is gone.
    public enum Fate {
        /// Someone asked to forget it, or destroyed its keys.
        FORGOTTEN,
        /// Nobody did.
        LOST,
        /// What would tell cannot be read.
        UNKNOWN
    }

    /// Tells why a checkpoint is gone.
    public interface Fates {
        Fate of(SessionId session, CheckpointId id) throws Failure;
    }

    /// Compares what is there with what was seen; remembers what is new. Answers what is gone and
    /// may have been forgotten, or not: that is remembered as well.
    public List<String> check(List<Checkpoints.Entry> there, Fates fates) throws Failure {
        var known = read();
        var newest = new TreeMap<String, CheckpointId>();
        for (var entry : there) newest.put(entry.session().value(), entry.id());
        var lost = new ArrayList<String>();
        var doubtful = new ArrayList<String>();
        var after = new TreeMap<>(newest);
        for (var head : known.entrySet()) {
            var now = newest.get(head.getKey());
            if (now != null && now.compareTo(head.getValue()) >= 0) continue;
            var session = new SessionId(head.getKey());
            var fate = fates.of(session, head.getValue());
            if (fate == Fate.FORGOTTEN) continue;
            (fate == Fate.LOST ? lost : doubtful).add(head.getValue() + " of session " + session);
            after.put(head.getKey(), head.getValue());
        }
        if (!after.equals(known)) write(after);
        if (lost.isEmpty()) return doubtful;
        throw new Failure.Damaged(
                "the depot is older than what this machine has seen of it: gone is "
                        + String.join(", ", lost),
                "bring the newer state back; if the loss is known and accepted, remove "
                        + file
                        + " from the data folder's heads",
                Map.of("heads", String.join(" ", lost)));
    }

    /// Takes what is there for all that there is: what is gone besides was given up, or its loss is
    /// known and accepted.
    public void accept(List<Checkpoints.Entry> there) throws Failure {
        var newest = new TreeMap<String, CheckpointId>();
        for (var entry : there) newest.put(entry.session().value(), entry.id());
        write(newest);
    }

    private Map<String, CheckpointId> read() throws Failure {
        var heads = new TreeMap<String, CheckpointId>();
        var bytes = AtomicFile.readIfThere(folder, file, LIMIT_BYTES);
        if (bytes.isEmpty()) return heads;
        try {
            var in = StrictJson.open(bytes.get());
            if (!in.text("format").equals(FORMAT)) throw in.wrongValue("format", "not known");
            var all = in.object("heads");
            for (String session : all.names()) {
                var id = CheckpointId.parse(all.text(session));
                if (id.isEmpty()) throw all.wrongValue(session, "not a checkpoint");
                heads.put(SessionId.parse(session).value(), id.get());
            }
            in.done();
            return heads;
        } catch (JsonRefusal refusal) {
            throw new Failure.Damaged(
                    "what this machine has seen of the depot cannot be read: " + refusal.shown(),
                    "remove %s from the data folder's heads".formatted(file));
        }
    }

    private void write(Map<String, CheckpointId> heads) throws Failure {
        var fields = Json.object();
        heads.forEach((session, id) -> fields.put(session, id.value()));
        byte[] bytes = Json.object().put("format", FORMAT).put("heads", fields).build().file();
        AtomicFile.write(folder, file, bytes);
    }
}
