package dev.berth.depot.keyring;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.DomainKeys;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyObject;
import dev.berth.depot.key.KeyObject.Destroyed;
import dev.berth.depot.key.KeyObject.Living;
import dev.berth.depot.key.KeyScope;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.KeyWrapping;
import dev.berth.depot.keyring.Generations.Current;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The keys of one tenant's domains in a sealed depot, as one master key opens them.
///
/// Safe for use by several threads and processes: nothing is overwritten, see [Generations].
public final class KeyRing {
    private static final int ATTEMPTS = 100;

    private final Generations generations;
    private final String depot;
    private final String tenant;
    private final KeyService service;
    private final SecureRandom random;

    public KeyRing(
            BlobStore store, String depot, String tenant, KeyService service, SecureRandom random) {
        this.generations = new Generations(store, tenant);
        this.depot = depot;
        this.tenant = tenant;
        this.service = service;
        this.random = random;
    }

    /// The keys of a domain; empty when it has none yet. Destroyed ones are a [Failure.WrongKey].
    public Optional<DomainKeys> find(DomainName domain) throws Failure {
        var current = generations.current(domain);
        if (current.isEmpty()) return Optional.empty();
        var keys = wrapping(domain).unwrap(living(domain, current.get()), service);
        var former = former(domain);
        if (former.isEmpty()) return Optional.of(keys);
        try (keys;
                var more = wrapping(domain).unwrap(former.get(), service)) {
            return Optional.of(keys.with(more));
        }
    }

    /// The keys of a domain as one who writes needs them: see [Retirement#settle].
    public Optional<DomainKeys> findToWrite(DomainName domain) throws Failure {
        retirement(domain).settle();
        return find(domain);
    }

    /// The data keys that are not the current one.
    public Set<Integer> formerKeys(DomainName domain) throws Failure {
        var found = find(domain);
        if (found.isEmpty()) return Set.of();
        try (var keys = found.get()) {
            return keys.dataKeyIds()
                    .filter(id -> id != keys.currentDataKey())
                    .boxed()
                    .collect(Collectors.toSet());
        }
    }

    /// The numbers of data keys that went.
    public Set<Integer> retiredKeys(DomainName domain) throws Failure {
        var found = find(domain);
        if (found.isEmpty()) return Set.of();
        try (var keys = found.get()) {
            var gone = IntStream.range(1, keys.currentDataKey()).boxed();
            var left = keys.dataKeyIds().boxed().collect(Collectors.toSet());
            return gone.filter(id -> !left.contains(id)).collect(Collectors.toSet());
        }
    }

    /// Takes data keys out that are not in use any more; see [Retirement].
    public Set<Integer> retire(DomainName domain, Set<Integer> unused, Retirement.Look look)
            throws Failure {
        return retirement(domain).run(unused, look);
    }

    /// Puts a data key back whose retirement was cut short.
    public void settle(DomainName domain) throws Failure {
        retirement(domain).settle();
    }

    /// Whether all these data keys are still in force: then all that was stored under one of them
    /// until now is seen by whoever wants to take it out.
    public boolean holds(DomainName domain, Set<Integer> dataKeys) throws Failure {
        var current = generations.current(domain);
        if (current.isEmpty() || !(current.get().object() instanceof Living living)) return false;
        try (var keys = wrapping(domain).unwrap(living, service)) {
            return keys.dataKeyIds().boxed().collect(Collectors.toSet()).containsAll(dataKeys);
        }
    }

    /// What is wrong with what [Retirement] put aside; empty when nothing is, or it is not there.
    public Optional<Failure> formerDamage(DomainName domain) throws Failure {
        try {
            generations.former(domain);
            return Optional.empty();
        } catch (Failure.Damaged | Failure.Refused damaged) {
            return Optional.of(damaged);
        }
    }

    /// What [Retirement] put aside, if it is for this master key. A reader can do without: next to
    /// nothing is under a key that is being retired.
    private Optional<Living> former(DomainName domain) throws Failure {
        if (formerDamage(domain).isPresent()) return Optional.empty();
        var former = generations.former(domain);
        if (former.isEmpty() || !(former.get() instanceof Living living)) return Optional.empty();
        return wrapping(domain).isFor(living, service) ? Optional.of(living) : Optional.empty();
    }

    private Retirement retirement(DomainName domain) {
        return new Retirement(generations, domain, wrapping(domain), service);
    }

    /// The keys of a domain, made when it has none.
    public DomainKeys findOrMake(DomainName domain) throws Failure {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var found = findToWrite(domain);
            if (found.isPresent()) return found.get();
            var keys = DomainKeys.generate(random);
            if (generations.put(domain, 0, wrapping(domain).wrap(keys, service))) return keys;
            keys.close();
        }
        throw busy(domain);
    }

    /// All domains that have or had keys, those whose keys object is damaged included.
    public List<Domain> domains() throws Failure {
        var domains = new ArrayList<Domain>();
        for (String name : generations.domains().keySet()) {
            var domain = DomainName.parse(name);
            try {
                var current = generations.current(domain);
                if (current.isPresent()) domains.add(described(domain, current.get().object()));
            } catch (Failure.Damaged | Failure.Refused damaged) {
                domains.add(Domain.damaged(domain, damaged));
            }
        }
        return domains;
    }

    /// Keys objects that others have replaced and that are still, or again, there: by name, each
    /// with the one that counts.
    public Map<String, String> replaced() throws Failure {
        return generations.replaced();
    }

    /// Whether this master key opens one of the domains; false when none has living keys. When
    /// there are some and all are for other master keys, that is a [Failure.WrongKey]: what were
    /// made under this one would lie apart from all the rest.
    public boolean requireKey() throws Failure {
        Optional<Failure> wrong = Optional.empty();
        for (String name : generations.domains().keySet()) {
            var domain = DomainName.parse(name);
            Optional<Current> current;
            try {
                current = generations.current(domain);
            } catch (Failure.Damaged | Failure.Refused damaged) {
                // It says nothing of any key, and others may.
                continue;
            }
            if (current.isEmpty() || !(current.get().object() instanceof Living living)) continue;
            if (wrapping(domain).isFor(living, service)) return true;
            if (wrong.isEmpty()) wrong = Optional.of(wrapping(domain).wrongKey(living, service));
        }
        if (wrong.isPresent()) throw wrong.get();
        return false;
    }

    /// Whether a domain has or had keys.
    public boolean has(DomainName domain) throws Failure {
        return generations.domains().containsKey(domain.value());
    }

    /// Gives a domain a fresh data key; packs move to it as they are written anew.
    public int rotateData(DomainName domain) throws Failure {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var current = required(domain);
            var before = living(domain, current);
            try (var old = wrapping(domain).unwrap(before, service);
                    var keys = old.rotated(random)) {
                var after = wrapping(domain).rewrap(before, keys, service);
                if (!generations.put(domain, current.generation(), after)) continue;
                generations.sweep(domain);
                return keys.currentDataKey();
            }
        }
        throw busy(domain);
    }

    /// Lets `more` open all domains as well.
    public void share(KeyService more) throws Failure {
        for (String name : generations.domains().keySet()) settle(DomainName.parse(name));
        change((wrapping, living) -> wrapping.shared(living, service, more));
    }

    /// Removes what killed runs left on the way to a keys object.
    public void sweep() throws Failure {
        generations.discardLeftovers();
    }

    /// Shuts out every master key but this one.
    public void keepAlone() throws Failure {
        change((wrapping, living) -> wrapping.alone(living, service));
    }

    /// Makes everything in a domain unreadable, at once and for good. Needs no key.
    public Receipt destroy(DomainName domain, Instant now) throws Failure {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var current = required(domain);
            if (current.object() instanceof Destroyed before) {
                generations.sweep(domain);
                generations.deleteFormer(domain);
                generations.discardLeftovers();
                return Receipt.of(tenant, domain, before);
            }
            var after = Receipt.destroyed(current.hash(), now);
            if (!generations.put(domain, current.generation(), after)) continue;
            generations.sweep(domain);
            generations.deleteFormer(domain);
            generations.discardLeftovers();
            return Receipt.of(tenant, domain, after);
        }
        throw busy(domain);
    }

    /// What is known of a domain without opening it: whose master keys may, that it is gone, or
    /// what is wrong with its keys object.
    public record Domain(
            DomainName name,
            List<String> masterKeys,
            Optional<Instant> destroyed,
            Optional<Failure> damage) {
        static Domain damaged(DomainName name, Failure damage) {
            return new Domain(name, List.of(), Optional.empty(), Optional.of(damage));
        }
    }

    private interface Change {
        Living apply(KeyWrapping wrapping, Living before) throws Failure;
    }

    private void change(Change change) throws Failure {
        for (String name : generations.domains().keySet()) {
            changeOne(DomainName.parse(name), change);
        }
    }

    private void changeOne(DomainName domain, Change change) throws Failure {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var current = required(domain);
            if (!(current.object() instanceof Living before)) return;
            var after = change.apply(wrapping(domain), before);
            boolean same = after.wraps().equals(before.wraps());
            if (same || generations.put(domain, current.generation(), after)) {
                generations.sweep(domain);
                return;
            }
        }
        throw busy(domain);
    }

    private Current required(DomainName domain) throws Failure {
        return generations
                .current(domain)
                .orElseThrow(
                        () ->
                                new Failure.NotFound(
                                        "tenant %s has no keys of domain %s"
                                                .formatted(tenant, domain),
                                        "see `berth depot keys show`"));
    }

    private Living living(DomainName domain, Current current) throws Failure {
        // Not by a switch, which the JVM links at run time: every command comes this way.
        if (current.object() instanceof Living living) return living;
        var destroyed = (Destroyed) current.object();
        throw new Failure.WrongKey(
                "the keys of %s/%s were destroyed on %s"
                        .formatted(tenant, domain, Instant.ofEpochSecond(destroyed.when())),
                "nothing can bring back what they sealed; " + instead(domain));
    }

    /// What to use for new snapshots: all sessions but those with keys of their own share these.
    private static String instead(DomainName domain) {
        return domain.equals(DomainName.COMMON)
                ? "give sessions keys of their own with --own-key, or use another --tenant, or a"
                        + " new depot"
                : "use another session";
    }

    private static Domain described(DomainName domain, KeyObject object) {
        return switch (object) {
            case Living living ->
                    new Domain(
                            domain,
                            living.wraps().stream().map(KeyObject.Wrap::keyId).toList(),
                            Optional.empty(),
                            Optional.empty());
            case Destroyed destroyed ->
                    new Domain(
                            domain,
                            List.of(),
                            Optional.of(Instant.ofEpochSecond(destroyed.when())),
                            Optional.empty());
        };
    }

    private KeyWrapping wrapping(DomainName domain) {
        return new KeyWrapping(new KeyScope(depot, tenant, domain), random);
    }

    private static Failure busy(DomainName domain) {
        return new Failure.Unavailable("the keys of " + domain + " keep changing", "try again");
    }
}
