package dev.berth.session.life;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.restore.Receipt;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.failure.Failure;
import dev.berth.runner.agent.AgentEvent;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Life;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.events.Replay;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Events as they are written down.
final class Happenings {
    /// Of more the event says only how many.
    private static final int MOST_PATHS = 100;

    private Happenings() {}

    static Event.Draft state(SessionState from, SessionState to, String why) {
        return draft(
                EventType.STATE,
                Json.object().put("from", from.label()).put("to", to.label()).put("why", why));
    }

    static Event.Draft message(long turn, String text) {
        return draft(EventType.MESSAGE, Json.object().put("turn", turn).put("text", text));
    }

    static Event.Draft output(long turn, String text) {
        return draft(EventType.OUTPUT, Json.object().put("turn", turn).put("text", text));
    }

    /// What an agent said or did; an event may hold a long text under `text` only.
    static Event.Draft agent(long turn, AgentEvent event) {
        var data = Json.object().put("turn", turn);
        return switch (event) {
            case AgentEvent.Message(var text) -> draft(EventType.OUTPUT, said(data, text));
            case AgentEvent.Plain(var text) -> draft(EventType.OUTPUT, said(data, text));
            case AgentEvent.Thought(var text) ->
                    draft(EventType.OUTPUT, said(data.put("kind", "thought"), text));
            case AgentEvent.ToolCall(var id, var name, var input) ->
                    draft(
                            EventType.TOOL,
                            data.put("call", id).put("tool", name).put("text", input));
            case AgentEvent.ToolOutput(var id, var text, var failed) ->
                    draft(
                            EventType.TOOL,
                            data.put("answers", id).put("failed", failed).put("text", text));
            case AgentEvent.Trouble(var text) ->
                    draft(EventType.ERROR, data.put("doing", "turn " + turn).put("text", text));
            case AgentEvent.TooLong(var bytes) ->
                    draft(
                            EventType.ERROR,
                            data.put("doing", "turn " + turn)
                                    .put(
                                            "text",
                                            "a line of %d bytes was left out".formatted(bytes)));
            case AgentEvent.Conversation(var id) ->
                    throw new IllegalStateException("not told: " + id);
        };
    }

    private static JsonFields said(JsonFields data, String text) {
        return data.put("text", text + "\n");
    }

    static Event.Draft warning(String text) {
        return draft(EventType.STATE, Json.object().put("warning", text));
    }

    /// `kept` where a checkpoint is taken next: whoever waits for the turn may wait for that as
    /// well.
    static Event.Draft ended(long turn, String how, int code, boolean kept) {
        var data = Json.object().put("turn", turn).put("ended", how).put("exit_code", code);
        if (kept) data.put("checkpoint_follows", new Json.Bool(true));
        return draft(EventType.STATE, data);
    }

    /// A turn whose server had lost its right to write before it was over.
    static Event.Draft lostToAnother(long turn) {
        return draft(
                EventType.STATE,
                Json.object()
                        .put("turn", turn)
                        .put("ended", "lost")
                        .put("exit_code", -1)
                        .put("type", "stale-writer"));
    }

    /// That turns which wait or are under way will not go on: whoever waits for one is told.
    static List<Event.Draft> dropped(Life.Turns turns) {
        return LongStream.rangeClosed(turns.done() + 1, turns.asked())
                .filter(turn -> !turns.isWithdrawn(turn))
                .mapToObj(turn -> ended(turn, "dropped", -1, false))
                .toList();
    }

    static Event.Draft failed(String doing, Failure failure) {
        return draft(
                EventType.ERROR,
                Json.object()
                        .put("doing", doing)
                        .put("type", failure.type())
                        .put("what", failure.what())
                        .put("advice", failure.advice()));
    }

    static Event.Draft checkpoint(CheckpointRow row, String why) {
        return checkpoint(row, LeftOut.NOTHING, why);
    }

    static Event.Draft checkpoint(CheckpointRow row, LeftOut leftOut, String why) {
        var data = Json.object().put("why", why).putAll(row.json());
        leftOut.tell(data);
        return draft(EventType.CHECKPOINT, data);
    }

    static Event.Draft rewound(CheckpointRow head, CheckpointId to) {
        return draft(
                EventType.CHECKPOINT,
                Json.object()
                        .put("why", "rewound to " + to)
                        .put(Replay.REWOUND, to.value())
                        .putAll(head.json()));
    }

    static Event.Draft changed(String field, String from, String to) {
        return draft(
                EventType.STATE, Json.object().put("field", field).put("from", from).put("to", to));
    }

    /// Files were written or removed from outside. What lies in volumes that are nobody's business
    /// is counted, not named.
    static Event.Draft files(String done, Volume volume, List<String> paths, long bytes) {
        var data =
                Json.object()
                        .put("op", done)
                        .put("volume", volume.label())
                        .put("files", paths.size())
                        .put("bytes", bytes);
        if (volume.travels()) {
            data.putTexts("paths", paths.subList(0, Math.min(paths.size(), MOST_PATHS)));
        }
        return draft(EventType.FILE, data);
    }

    /// In words that an agent can read.
    static Event.Draft receipt(String where, List<Receipt> receipts) {
        var text = new StringBuilder("The workspace is back, ").append(where).append('.');
        var trees = new ArrayList<Json.Obj>();
        for (var receipt : receipts) {
            text.append(
                    " From checkpoint %s: %d files written, %d kept as they were."
                            .formatted(receipt.checkpoint(), receipt.written(), receipt.kept()));
            if (!receipt.isWhole()) {
                text.append(
                        " Not all came back: %d missing, %d altered."
                                .formatted(receipt.missing().size(), receipt.altered().size()));
            }
            for (var tree : receipt.trees()) {
                trees.add(
                        Json.object()
                                .put("volume", tree.volume().label())
                                .put("expected", tree.expected().hex())
                                .put("found", tree.found().hex())
                                .build());
            }
        }
        text.append(" tmp is empty; processes from before are not running.");
        return draft(
                EventType.RECEIPT,
                Json.object().put("text", text.toString()).put("trees", Json.array(trees)));
    }

    /// Nothing came back, in words that an agent can read.
    static Event.Draft nothingLeft() {
        return draft(
                EventType.RECEIPT,
                Json.object()
                        .put(
                                "text",
                                "The workspace is empty: its files were removed after retention. The"
                                        + " conversation is here; processes from before are not"
                                        + " running.")
                        .put("trees", List.of()));
    }

    /// Files that came from elsewhere, in words that an agent can read.
    static Event.Draft imported(String text, String from) {
        return draft(EventType.RECEIPT, Json.object().put("text", text).put("from", from));
    }

    private static Event.Draft draft(EventType type, JsonFields data) {
        return new Event.Draft(type, data.build());
    }
}
