package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A file or folder of a session that the user named.
record FilePath(Named session, String typed, Map<String, String> query) {
    static final String PATH = "PATH";
    private static final String VOLUME = "--volume";

    static Spec volume(Spec spec) {
        return spec.choice(
                VOLUME, "NAME", "which volume", "workspace", List.of("workspace", "memory", "tmp"));
    }

    static FilePath of(Given given, World world, String typed) throws Failure {
        var query = new LinkedHashMap<String, String>();
        if (!given.text(VOLUME).equals("workspace")) query.put("volume", given.text(VOLUME));
        return new FilePath(Named.of(given, world), typed, Map.copyOf(query));
    }

    /// The route of it; the root's where no path was given.
    String route() {
        var names = Arrays.stream(typed.split("/")).filter(name -> !name.isEmpty());
        String path = names.map(Api::encoded).collect(Collectors.joining("/"));
        return session.path(path.isEmpty() ? "/files" : "/files/" + path);
    }

    Map<String, String> query(String name, String value) {
        var all = new LinkedHashMap<>(query);
        all.put(name, value);
        return all;
    }
}
