package dev.berth.server.access;

import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Under which names the server may be addressed, and from which pages. A page of another site that
/// makes its own name point to this machine is refused by the name, one that calls us by ours by
/// its origin.
public final class Doors {
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");
    private static final int HTTP = 80;

    private final Set<String> hosts;
    private final Set<String> origins = new HashSet<>();

    private Doors(Set<String> hosts) {
        this.hosts = hosts;
        for (String host : hosts) {
            origins.add("http://" + host);
            origins.add("https://" + host);
        }
    }

    /// Loopback's names with the port that is listened on, and `more`, exactly.
    public static Doors of(int port, List<String> more) {
        var hosts = new HashSet<String>();
        for (String name : LOOPBACK) {
            hosts.add(name + ":" + port);
            if (port == HTTP) hosts.add(name);
        }
        more.forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        return new Doors(hosts);
    }

    /// Checks the values of `Host` and `Origin`, as many as were sent.
    public void check(List<String> host, List<String> origin) throws Objection {
        boolean addressed = host.size() == 1 && hosts.contains(lower(host.getFirst()));
        if (!addressed) {
            throw new Objection(
                    Problem.forbidden(
                            "the server is not known by the name in `Host`",
                            "call it by 127.0.0.1 or localhost with its port, or add the name to"
                                    + " server.hosts"));
        }
        boolean own = origin.isEmpty() || isOwn(origin);
        if (!own) {
            throw new Objection(
                    Problem.forbidden(
                            "pages of other sites may not call this server",
                            "call it from its own page, or from a program"));
        }
    }

    private boolean isOwn(List<String> origin) {
        return origin.size() == 1 && origins.contains(lower(origin.getFirst()));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
