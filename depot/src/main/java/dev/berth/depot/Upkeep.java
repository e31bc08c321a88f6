package dev.berth.depot;

import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.collect.Collect;
import dev.berth.depot.collect.Collected;
import dev.berth.depot.collect.Noticed;
import dev.berth.depot.collect.SweepDestroyed;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.forget.Forget;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.keyring.KeyRing;
import dev.berth.depot.retire.RetireKeys;
import dev.berth.depot.verify.ReadCheckpoints;
import dev.berth.depot.verify.Verdict;
import dev.berth.depot.verify.VerifyDomain;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What is done to a depot as a whole now and then, for all tenants in it.
public final class Upkeep {
    private final Depot depot;

    public Upkeep(Depot depot) {
        this.depot = depot;
    }

    /// All tenants that have anything in the depot.
    public List<Tenant> tenants() throws Failure {
        var names = new TreeSet<String>();
        for (var listed : depot.store().list("")) {
            int slash = listed.name().value().indexOf('/');
            if (slash > 0) names.add(listed.name().value().substring(0, slash));
        }
        var tenants = new ArrayList<Tenant>();
        for (String name : names) tenants.add(depot.tenant(SessionId.parse(name)));
        return tenants;
    }

    /// Takes away what nothing refers to any more; `dry` only tells what would go.
    public Collected collect(boolean dry) throws Failure {
        return collect(dry, Progress.NONE);
    }

    /// The same, telling first how many files of checkpoints were gone through, then how many bytes
    /// of packs.
    public Collected collect(boolean dry, Progress progress) throws Failure {
        var sum = Collected.NOTHING;
        for (var tenant : tenants()) sum = sum.plus(collect(tenant, dry, progress));
        return sum;
    }

    /// Looks whether everything is as it was stored, every byte of it when asked to.
    public Verdict verify(boolean readData) throws Failure {
        return verify(readData, Progress.NONE);
    }

    /// The same, telling how many bytes of packs and how many files were looked at.
    public Verdict verify(boolean readData, Progress progress) throws Failure {
        var sum = Verdict.NOTHING;
        var description = Description.damage(depot.store());
        if (description.isPresent()) sum = Verdict.of(description.get());
        for (var tenant : tenants()) {
            var older = OlderKeys.of(tenant);
            var all = OpenDomains.of(tenant);
            var domains = all.open();
            var keyless = new ArrayList<>(keyless(tenant));
            sum = sum.plus(Verdict.closed(named(tenant, keyless))).plus(keys(tenant, all));
            keyless.addAll(all.others());
            var found = new ReadCheckpoints(tenant.checkpoints(), destroyed(tenant), keyless).run();
            sum = sum.plus(found.verdict());
            var noticed = Noticed.damage(depot.store(), tenant.name().value());
            if (noticed.isPresent()) {
                sum =
                        sum.plus(
                                Verdict.of(
                                        noticed.get()
                                                + ": it is not what was stored; nothing rests on it, and the next `berth depot collect` writes it anew"));
            }
            if (tenant.checkpoints().areLost() && haveIndex(domains)) {
                sum = sum.plus(Verdict.of(tenant.name() + "/checkpoints: it is missing"));
            }
            for (var domain : domains) {
                var ours = found.of(domain.name());
                var verify = new VerifyDomain(domain, tenant.checkpoints(), progress);
                sum = sum.plus(verify.run(ours, readData));
            }
            sum = sum.plus(older.stillThere());
        }
        return sum;
    }

    /// What is wrong with the keys of a tenant.
    private Verdict keys(Tenant tenant, OpenDomains all) throws Failure {
        var sum = Verdict.NOTHING;
        if (!depot.description().sealed()) return sum;
        for (var each : all.closed().entrySet()) {
            String name = "%s/keys/%s: ".formatted(tenant.name(), each.getKey());
            var why = each.getValue();
            String advice = "; " + OpenDomains.advice(tenant.name().value(), each.getKey());
            sum =
                    sum.plus(
                            why instanceof Failure.WrongKey
                                    ? Verdict.closed(List.of(name + why.what()))
                                    : Verdict.of(name + why.what() + advice));
        }
        for (var each : tenant.ring().domains()) {
            var damage = tenant.ring().formerDamage(each.name());
            if (damage.isEmpty()) continue;
            sum =
                    sum.plus(
                            Verdict.of(
                                    "%s/keys/%s.former: %s; bring it back from a copy of the depot, or remove it if no file is lost"
                                            .formatted(
                                                    tenant.name(),
                                                    each.name(),
                                                    damage.get().what())));
        }
        return sum;
    }

    /// The verb that gives up checkpoints of one tenant.
    public Forget forgetting(Tenant tenant) throws Failure {
        return new Forget(
                tenant.checkpoints(),
                domains(tenant),
                Set.copyOf(destroyed(tenant)),
                depot.tools().random());
    }

    /// The keys of all tenants, as another master key than the depot's own opens them.
    public List<KeyRing> rings(KeyService key) throws Failure {
        var rings = new ArrayList<KeyRing>();
        for (var tenant : tenants()) {
            rings.add(
                    new KeyRing(
                            depot.store(),
                            depot.description().id(),
                            tenant.name().value(),
                            key,
                            depot.tools().random()));
        }
        return rings;
    }

    private Collected collect(Tenant tenant, boolean dry, Progress progress) throws Failure {
        var keyless = keyless(tenant);
        if (!keyless.isEmpty()) {
            throw LostKeys.missing(tenant.name().value(), keyless.getFirst());
        }
        OpenDomains.of(tenant).requireAll(tenant.name().value());
        var checkpoints = tenant.checkpoints();
        var sum = Collected.NOTHING;
        if (!dry) settle(tenant);
        for (var name : destroyed(tenant)) sum = sum.plus(sweep(tenant, name, checkpoints, dry));
        var collect =
                new Collect(
                        depot.store(),
                        tenant.name().value(),
                        checkpoints,
                        depot.tools().random(),
                        progress);
        sum = sum.plus(collect.run(domains(tenant), destroyed(tenant), dry));
        return dry ? sum : sum.plus(retire(tenant));
    }

    /// Finishes what was cut short of an earlier retirement, before any keys are used.
    private void settle(Tenant tenant) throws Failure {
        if (!depot.description().sealed()) return;
        for (var each : tenant.ring().domains()) tenant.ring().settle(each.name());
        for (var domain : domains(tenant)) {
            new RetireKeys(domain, tenant.ring(), depot.tools().random()).sweepLate();
        }
    }

    /// Lets data keys go that nothing is sealed under any more.
    private Collected retire(Tenant tenant) throws Failure {
        int retired = 0;
        if (!depot.description().sealed()) return Collected.NOTHING;
        for (var domain : domains(tenant)) {
            var retire = new RetireKeys(domain, tenant.ring(), depot.tools().random());
            retired += retire.run().size();
        }
        return Collected.NOTHING.plusRetired(retired);
    }

    private Collected sweep(Tenant tenant, DomainName name, Checkpoints checkpoints, boolean dry)
            throws Failure {
        return new SweepDestroyed(depot.store(), tenant.name().value(), checkpoints).run(name, dry);
    }

    /// The domains of a tenant that can be read.
    public List<Domain> domains(Tenant tenant) throws Failure {
        return OpenDomains.of(tenant).open();
    }

    /// The domains of a tenant that have something stored, and no keys.
    private List<DomainName> keyless(Tenant tenant) throws Failure {
        if (!depot.description().sealed()) return List.of();
        var lost = new LostKeys(depot.store(), tenant.ring(), tenant.checkpoints());
        return lost.all(tenant.name().value(), tenant.checkpoints().list());
    }

    private static List<String> named(Tenant tenant, List<DomainName> keyless) {
        return keyless.stream()
                .map(each -> "%s/keys/%s: it is missing".formatted(tenant.name(), each))
                .toList();
    }

    /// Whether a snapshot has come as far as to store an index; its checkpoint is put next.
    private boolean haveIndex(List<Domain> domains) throws Failure {
        for (var domain : domains) {
            if (!depot.store().list(domain.folder().index()).isEmpty()) return true;
        }
        return false;
    }

    /// The domains of a tenant whose keys were destroyed.
    public List<DomainName> destroyed(Tenant tenant) throws Failure {
        var names = new ArrayList<DomainName>();
        if (!depot.description().sealed()) return names;
        for (var each : tenant.ring().domains()) {
            if (each.destroyed().isPresent()) names.add(each.name());
        }
        return names;
    }
}
