package dev.berth.session;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One agent's conversation and its workspace, as it stands now. Immutable: a change makes another
/// one, and the catalog puts it in place of the former.
public record Session(
        SessionId tenant,
        SessionId id,
        String name,
        String agent,
        SessionState state,
        Place place,
        Room room,
        Marks marks,
        Times times,
        Life life,
        List<String> warnings) {
    public Session {
        warnings = List.copyOf(warnings);
    }

    public SessionKey key() {
        return new SessionKey(tenant, id);
    }

    /// Whose key it is sealed under, where that is not the tenant's: its own, or that of the
    /// session that it was forked from.
    public Optional<SessionId> keyHolder() {
        if (!life.ownKey()) return Optional.empty();
        return Optional.of(life.keyOf().map(SessionId::new).orElse(id));
    }

    /// Where its files are kept and where it may come back; `node` is where it was last.
    public record Place(Storage storage, Mobility mobility, Node node) {}

    /// What it may use and what it uses.
    public record Room(Quota quota, long usedBytes) {
        /// Nothing more fits: the next turn waits for space.
        public boolean isFull() {
            return quota.isFull(usedBytes);
        }
    }

    public Session named(String other) {
        return new Session(
                tenant, id, other, agent, state, place, room, marks, times, life, warnings);
    }

    public Session in(SessionState other) {
        return new Session(
                tenant, id, name, agent, other, place, room, marks, times, life, warnings);
    }

    public Session at(Node node) {
        var other = new Place(place.storage(), place.mobility(), node);
        return new Session(
                tenant, id, name, agent, state, other, room, marks, times, life, warnings);
    }

    public Session using(long bytes) {
        var other = new Room(room.quota(), bytes);
        return new Session(
                tenant, id, name, agent, state, place, other, marks, times, life, warnings);
    }

    public Session marked(Marks other) {
        return new Session(
                tenant, id, name, agent, state, place, room, other, times, life, warnings);
    }

    public Session timed(Times other) {
        return new Session(
                tenant, id, name, agent, state, place, room, marks, other, life, warnings);
    }

    public Session living(Life other) {
        return new Session(
                tenant, id, name, agent, state, place, room, marks, times, other, warnings);
    }

    public Session warning(List<String> other) {
        return new Session(tenant, id, name, agent, state, place, room, marks, times, life, other);
    }

    /// Hidden from listings: fired by a playbook, and nobody has claimed it.
    public boolean isHidden() {
        return marks.playbook() && !marks.claimed();
    }

    public IdlePolicy.Facts idleFacts() {
        return new IdlePolicy.Facts(
                times.lastActiveAt(), times.expiresAt(), marks.pinned(), life.turns().isRunning());
    }

    /// As the API shows it.
    public Json.Obj json() {
        return Json.object()
                .put("session_id", id.value())
                .put("name", name)
                .put("agent", agent)
                .put("status", state.label())
                .put("storage", place.storage().label())
                .put("mobility", place.mobility().label())
                .put("region", place.node().region())
                .put("node", place.node().name())
                .put("quota_mb", room.quota().megabytes())
                .put("used_bytes", room.usedBytes())
                .putAll(marks.json())
                .putAll(times.json(marks.pinned()))
                .putText("runner", state.hasRunner() ? life.runner() : Optional.empty())
                .putText("head", life.head())
                .putTexts("warnings", shownWarnings())
                .build();
    }

    private List<String> shownWarnings() {
        if (!room.isFull()) return warnings;
        var full =
                "its quota of %d MB is used up: remove files, the next turn waits for space"
                        .formatted(room.quota().megabytes());
        return Stream.concat(warnings.stream(), Stream.of(full)).toList();
    }

    /// A failure's facts about it.
    public Map<String, String> facts() {
        return Map.of("session", id.value(), "status", state.label());
    }
}
