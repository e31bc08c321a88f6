package dev.berth.depot;

import dev.berth.depot.domain.Domain;
import dev.berth.depot.key.DomainName;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The domains of a tenant that can be opened, and why the others cannot: damage of one domain's
/// keys is no other's. Destroyed ones are neither.
record OpenDomains(List<Domain> open, Map<String, Failure> closed) {

    /// A `WrongKey` when the master key opens none at all.
    static OpenDomains of(Tenant tenant) throws Failure {
        var open = new ArrayList<Domain>();
        if (!tenant.depot().description().sealed()) {
            open.add(tenant.domain(DomainName.COMMON));
            return new OpenDomains(open, Map.of());
        }
        var closed = new TreeMap<String, Failure>();
        Optional<Failure> wrong = Optional.empty();
        for (var each : tenant.ring().domains()) {
            if (each.destroyed().isPresent()) continue;
            try {
                if (each.damage().isPresent()) throw each.damage().get();
                open.add(tenant.domain(each.name()));
            } catch (Failure.Damaged | Failure.Refused damaged) {
                closed.put(each.name().value(), damaged);
            } catch (Failure.WrongKey another) {
                closed.put(each.name().value(), another);
                wrong = Optional.of(another);
            }
        }
        if (open.isEmpty() && wrong.isPresent()) throw wrong.get();
        return new OpenDomains(open, closed);
    }

    /// Those whose keys are whole, but for another master key.
    List<DomainName> others() {
        var names = new ArrayList<DomainName>();
        closed.forEach(
                (name, why) -> {
                    if (why instanceof Failure.WrongKey)
                        DomainName.read(name).ifPresent(names::add);
                });
        return names;
    }

    /// Refuses to go on where not everything can be read: what is needed cannot be known.
    void requireAll(String tenant) throws Failure {
        for (var each : closed.entrySet()) {
            if (each.getValue() instanceof Failure.WrongKey wrong) throw wrong;
            throw new Failure.Damaged(
                    each.getValue().what(),
                    advice(tenant, each.getKey()) + "; nothing was deleted",
                    Map.of("object", "%s/keys/%s".formatted(tenant, each.getKey())));
        }
    }

    static String advice(String tenant, String domain) {
        return ("bring it back from a copy of the depot; if there is none, nothing of %2$s can be read:"
                        + " `forget` its checkpoints, and remove its keys object and %1$s/%2$s")
                .formatted(tenant, domain);
    }
}
