package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.catalog.Leases;

/// The names of one server process: to the others a name that was declared dead is dead for good,
/// and the process goes on under the next one.
public final class HolderNames {
    private HolderNames() {}

    static String next(String first, int life) {
        return first + "." + life;
    }

    /// Declares a process dead under each of its names.
    public static void bury(Leases leases, String first) throws Failure {
        String name = first;
        for (int life = 2; ; life++) {
            var pulse = leases.pulse(name);
            if (pulse.isEmpty()) return;
            if (!pulse.get().dead()) leases.bury(name, pulse.get().beats());
            name = next(first, life);
        }
    }
}
