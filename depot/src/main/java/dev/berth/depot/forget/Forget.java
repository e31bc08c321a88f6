package dev.berth.depot.forget;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Domains;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.key.DomainName;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Gives final checkpoints up. Pending ones are a writer's, and stay.
///
/// That they were given up is written down before any object goes: cut short, the next collect
/// finishes it; and a machine that remembers one of them knows that the depot has not been set
/// back.
public final class Forget {
    private final Checkpoints checkpoints;
    private final Domains domains;
    private final Set<DomainName> destroyed;
    private final SecureRandom random;

    /// Nothing can be written down in a `destroyed` domain, and nothing of it can come back.
    public Forget(
            Checkpoints checkpoints,
            Domains domains,
            Set<DomainName> destroyed,
            SecureRandom random) {
        this.checkpoints = checkpoints;
        this.domains = domains;
        this.destroyed = Set.copyOf(destroyed);
        this.random = random;
    }

    /// Those that rules give up, session by session; of one session alone when one is named.
    public List<Entry> chosen(KeepRules rules, Optional<SessionId> session) throws Failure {
        var entries = session.isPresent() ? checkpoints.list(session.get()) : checkpoints.list();
        var bySession = new TreeMap<String, List<Entry>>();
        for (var entry : entries) {
            bySession.computeIfAbsent(entry.session().value(), _ -> new ArrayList<>()).add(entry);
        }
        var chosen = new ArrayList<Entry>();
        for (var each : bySession.values()) {
            var kept = rules.kept(each.stream().map(Entry::id).toList());
            each.stream().filter(entry -> !kept.contains(entry.id())).forEach(chosen::add);
        }
        return chosen;
    }

    /// Gives these up, for good.
    public void forget(List<Entry> entries) throws Failure {
        var byDomain = new HashMap<DomainName, Set<CheckpointId>>();
        for (var entry : entries) {
            var alleged = alleged(entry);
            if (alleged.isEmpty()) continue;
            byDomain.computeIfAbsent(alleged.get(), _ -> new HashSet<>()).add(entry.id());
        }
        for (var each : byDomain.entrySet()) writeDown(each);
        for (var entry : entries) checkpoints.delete(entry);
    }

    /// One that is damaged can be given up as well: that may be all that can be done about it.
    private Optional<DomainName> alleged(Entry entry) throws Failure {
        try {
            return checkpoints.allegedDomain(entry, false);
        } catch (Failure.Damaged unreadable) {
            return Optional.empty();
        }
    }

    private void writeDown(Map.Entry<DomainName, Set<CheckpointId>> ids) throws Failure {
        if (destroyed.contains(ids.getKey())) return;
        var domain = domains.open(ids.getKey());
        Dooms.put(domain, new Doom(Set.of(), Set.of(), ids.getValue()), random);
    }
}
