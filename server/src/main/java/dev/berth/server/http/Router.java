package dev.berth.server.http;

import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The table of everything that can be called.
public final class Router {
    private final List<Route> routes;

    public Router(List<Route> routes) {
        var sorted = new ArrayList<>(routes);
        sorted.sort(Comparator.comparingLong(route -> route.template().places()));
        this.routes = List.copyOf(sorted);
        var seen = new HashSet<String>();
        for (var route : routes) {
            if (!seen.add(route.toString())) throw new IllegalArgumentException("twice: " + route);
        }
    }

    public List<Route> routes() {
        return routes;
    }

    /// A route, and what the names in braces stand for.
    record Match(Route route, Map<String, String> values) {}

    Match find(String method, List<String> names) throws Objection {
        String wanted = method.equals(Call.HEAD) ? Method.GET.name() : method;
        var there = new ArrayList<String>();
        for (var route : routes) {
            Optional<Map<String, String>> values = route.template().match(names);
            if (values.isEmpty()) continue;
            if (route.method().name().equals(wanted)) return new Match(route, values.get());
            there.add(route.method().name());
            if (route.method() == Method.GET) there.add(Call.HEAD);
        }
        if (there.isEmpty()) throw new Objection(Problem.noSuchRoute());
        String allowed = there.stream().distinct().sorted().collect(Collectors.joining(", "));
        throw new Objection(Problem.wrongMethod(allowed), Map.of("Allow", allowed));
    }
}
