package dev.berth.depot.forget;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.domain.Domain;
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
    private final List<Domain> domains;
    private final Set<DomainName> destroyed;
    private final SecureRandom random;

    /// `domains` are all that the tenant has but for the `destroyed` ones: in those nothing can be
    /// written down, and nothing of them can come back.
    public Forget(
            Checkpoints checkpoints,
            List<Domain> domains,
            Set<DomainName> destroyed,
            SecureRandom random) {
        this.checkpoints = checkpoints;
        this.domains = List.copyOf(domains);
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
        var alleged = new HashMap<CheckpointId, Optional<DomainName>>();
        for (var entry : entries) alleged.put(entry.id(), alleged(entry));
        for (var domain : domains) {
            var ids = new HashSet<CheckpointId>();
            alleged.forEach(
                    (id, name) -> {
                        if (concerns(domain.name(), name)) ids.add(id);
                    });
            if (ids.isEmpty()) continue;
            Dooms.put(domain, new Doom(Set.of(), Set.of(), ids), random);
        }
        for (var entry : entries) checkpoints.delete(entry);
    }

    /// One that is damaged can be given up as well: that may be all that can be done about it.
    private Optional<DomainName> alleged(Entry entry) throws Failure {
        try {
            return checkpoints.allegedDomain(entry, false);
        } catch (Failure.Damaged | Failure.Refused unreadable) {
            return Optional.empty();
        }
    }

    /// Where nobody knows which domain it is, each of them writes it down.
    private boolean concerns(DomainName domain, Optional<DomainName> alleged) {
        if (alleged.isEmpty() || alleged.get().equals(domain)) return true;
        boolean known =
                destroyed.contains(alleged.get())
                        || domains.stream().anyMatch(each -> each.name().equals(alleged.get()));
        return !known;
    }
}
