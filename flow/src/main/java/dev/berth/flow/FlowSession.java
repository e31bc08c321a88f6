package dev.berth.flow;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a project is after and how far it is: a goal, a plan of features, notes. An immutable
/// value; each change gives a new one, or says why it is not possible.
public record FlowSession(
        FlowId id,
        String goal,
        Status status,
        Approval approval,
        List<Feature> features,
        Optional<FeatureId> active,
        List<FlowNote> notes,
        Instant created,
        Instant updated,
        Optional<Instant> closed) {

    /// Whether work goes on.
    public enum Status {
        ACTIVE,
        CLOSED
    }

    /// Whether somebody agreed to the plan as it stands. Every change of the plan asks again.
    public enum Approval {
        PENDING,
        APPROVED
    }

    public FlowSession {
        features = List.copyOf(features);
        notes = List.copyOf(notes);
        var times = new SessionRules.Times(created, updated, closed);
        var contradiction = SessionRules.contradiction(features, active, status, times);
        if (contradiction.isPresent()) {
            throw new IllegalArgumentException(contradiction.get().reason());
        }
    }

    static FlowSession begun(FlowId id, String goal, Instant now) throws Failure {
        var at = tick(now);
        return new FlowSession(
                id,
                Wording.GOAL.check(goal),
                Status.ACTIVE,
                Approval.PENDING,
                List.of(),
                Optional.empty(),
                List.of(),
                at,
                at,
                Optional.empty());
    }

    /// Its fields as programs see them, named as in `session.json`.
    public Json.Obj json() {
        return SessionCodec.fields(this);
    }

    public Optional<Feature> feature(FeatureId id) {
        return features.stream().filter(feature -> feature.id().equals(id)).findFirst();
    }

    /// Puts a feature at the end of the plan, under `id` or the next free number.
    public FlowSession adding(Optional<FeatureId> id, String title, Instant now) throws Failure {
        if (features.size() >= Wording.MOST_FEATURES) {
            throw new Failure.Refused(
                    "the plan has %d features already".formatted(features.size()),
                    "close this session and start one for the rest");
        }
        var named = id.orElseGet(this::nextId);
        if (feature(named).isPresent()) {
            throw new Failure.Conflict(
                    "there is a feature " + named + " already", "choose another id", Map.of());
        }
        var added = new ArrayList<>(features);
        added.add(new Feature(named, Wording.TITLE.check(title), Feature.Status.PENDING));
        return planned(added, now);
    }

    public FlowSession editing(FeatureId id, String title, Instant now) throws Failure {
        var edited = required(id).titled(Wording.TITLE.check(title));
        if (edited.equals(required(id))) return this;
        return planned(replaced(edited), now);
    }

    public FlowSession approved(Instant now) throws Failure {
        if (features.isEmpty()) {
            throw new Failure.Conflict(
                    "there is no plan to approve",
                    "add features first: `berth flow plan add TITLE`",
                    Map.of());
        }
        if (approval == Approval.APPROVED) return this;
        return new FlowSession(
                id,
                goal,
                status,
                Approval.APPROVED,
                features,
                active,
                notes,
                created,
                later(now),
                closed);
    }

    public FlowSession starting(FeatureId id, Instant now) throws Failure {
        var feature = required(id);
        if (active.equals(Optional.of(id))) return this;
        if (active.isPresent()) {
            throw new Failure.Conflict(
                    "%s is being worked on".formatted(active.get()),
                    "finish it with `berth flow feature done`, or block it, and start the next one",
                    Map.of("active_feature", active.get().value()));
        }
        if (approval == Approval.PENDING) {
            throw new Failure.Conflict(
                    "the plan is not approved",
                    "look at it, then `berth flow plan approve`",
                    Map.of());
        }
        if (feature.status() == Feature.Status.DONE) {
            throw new Failure.Conflict(
                    id + " is done", "add a new feature for what is left of it", Map.of());
        }
        return working(replaced(feature.with(Feature.Status.IN_PROGRESS)), Optional.of(id), now);
    }

    public FlowSession finishing(FeatureId id, Instant now) throws Failure {
        var feature = required(id);
        if (feature.status() == Feature.Status.DONE) return this;
        requireActive(id);
        return working(replaced(feature.with(Feature.Status.DONE)), Optional.empty(), now);
    }

    /// Marks a feature that cannot go on; the reason becomes a note.
    public FlowSession blocking(FeatureId id, String reason, Instant now) throws Failure {
        var feature = required(id);
        if (feature.status() == Feature.Status.DONE) {
            throw new Failure.Conflict(id + " is done", "add a new feature instead", Map.of());
        }
        String why = id + " is blocked: " + Wording.REASON.check(reason);
        var left = active.filter(other -> !other.equals(id));
        return working(replaced(feature.with(Feature.Status.BLOCKED)), left, now).noting(why, now);
    }

    public FlowSession noting(String text, Instant now) throws Failure {
        if (notes.size() >= Wording.MOST_NOTES) {
            throw new Failure.Refused(
                    "there are %d notes already".formatted(notes.size()),
                    "close this session and start another one");
        }
        var at = later(now);
        var more = new ArrayList<>(notes);
        more.add(new FlowNote(at, Wording.NOTE.check(text)));
        return new FlowSession(
                id, goal, status, approval, features, active, more, created, at, closed);
    }

    FlowSession closed(Instant now) {
        var at = later(now);
        return new FlowSession(
                id,
                goal,
                Status.CLOSED,
                approval,
                features,
                active,
                notes,
                created,
                at,
                Optional.of(at));
    }

    FlowSession reopened(Instant now) {
        return new FlowSession(
                id,
                goal,
                Status.ACTIVE,
                approval,
                features,
                active,
                notes,
                created,
                later(now),
                Optional.empty());
    }

    private Feature required(FeatureId wanted) throws Failure {
        var found = feature(wanted);
        if (found.isPresent()) return found.get();
        throw new Failure.NotFound(
                "no feature " + wanted, "`berth flow status` shows those that there are");
    }

    private void requireActive(FeatureId wanted) throws Failure {
        if (active.equals(Optional.of(wanted))) return;
        throw new Failure.Conflict(
                wanted + " is not being worked on",
                "start it first: `berth flow feature start %s`".formatted(wanted),
                Map.of());
    }

    private FeatureId nextId() {
        int number = features.size() + 1;
        while (feature(new FeatureId("f" + number)).isPresent()) number++;
        return new FeatureId("f" + number);
    }

    private List<Feature> replaced(Feature changed) {
        return features.stream()
                .map(feature -> feature.id().equals(changed.id()) ? changed : feature)
                .toList();
    }

    private FlowSession planned(List<Feature> plan, Instant now) {
        return new FlowSession(
                id,
                goal,
                status,
                Approval.PENDING,
                plan,
                active,
                notes,
                created,
                later(now),
                closed);
    }

    private FlowSession working(List<Feature> plan, Optional<FeatureId> on, Instant now) {
        return new FlowSession(
                id, goal, status, approval, plan, on, notes, created, later(now), closed);
    }

    /// Never before the last change: a clock that was set back makes no history run backwards.
    private Instant later(Instant now) {
        var at = tick(now);
        return at.isBefore(updated) ? updated : at;
    }

    private static Instant tick(Instant now) {
        return now.truncatedTo(ChronoUnit.MILLIS);
    }
}
