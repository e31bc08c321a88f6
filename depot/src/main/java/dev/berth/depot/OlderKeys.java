package dev.berth.depot;

import dev.berth.depot.verify.Verdict;
import dev.berth.failure.Failure;

import java.util.Map;
import java.util.TreeMap;

/// Keys objects of a tenant that others have replaced and that are there all the same, each with
/// the one that counts. No reader looks at them, but a former master key may open them.
record OlderKeys(Tenant tenant, Map<String, String> found) {

    static OlderKeys of(Tenant tenant) throws Failure {
        boolean sealed = tenant.depot().description().sealed();
        return new OlderKeys(tenant, sealed ? tenant.ring().replaced() : Map.of());
    }

    /// Those that are there a while later too: one that is being replaced goes by itself.
    Verdict stillThere() throws Failure {
        var sum = Verdict.NOTHING;
        if (found.isEmpty()) return sum;
        var left = new TreeMap<>(tenant.ring().replaced());
        left.keySet().retainAll(found.keySet());
        // Where the one that counts is damaged, an older one may be all that is left.
        for (var each : tenant.ring().domains()) {
            if (each.damage().isEmpty()) continue;
            String name = "%s/keys/%s".formatted(tenant.name(), each.name());
            left.values().removeIf(counts -> counts.startsWith(name + "."));
        }
        for (var each : left.entrySet()) {
            sum =
                    sum.plus(
                            Verdict.of(
                                    "%s: it is older than %s, which counts, and a former master key may open it; remove it"
                                            .formatted(each.getKey(), each.getValue())));
        }
        return sum;
    }
}
