package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Spec;
import dev.berth.cli.World;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// One volume of a session that the user named.
record Remote(Named session, Volume volume) {
    static final String PATH = "PATH";

    static Spec options(Spec spec) {
        return spec.choice(
                "--volume",
                "VOLUME",
                "which of its volumes: " + Volume.choices(),
                Volume.WORKSPACE.label(),
                Arrays.stream(Volume.values()).map(Volume::label).toList());
    }

    static Remote of(Given given, World world) throws Failure {
        var volume = Volume.parse(given.text("--volume"));
        return new Remote(Named.of(given, world), volume);
    }

    /// What a user types: a leading slash means the top of the volume, as `.` and nothing do.
    static String plain(String typed) {
        String path = typed;
        while (path.startsWith("/") || path.startsWith("./")) {
            path = path.substring(path.indexOf('/') + 1);
        }
        while (path.endsWith("/")) path = path.substring(0, path.length() - 1);
        return path.equals(".") ? "" : path;
    }

    /// As above, and refused here: a server that refuses it while a body is still on its way may
    /// cut the connection before it is heard.
    static String sound(String typed) throws Failure {
        String path = plain(typed);
        var flaw = path.isEmpty() ? Optional.<String>empty() : VolumePath.flaw("/" + path);
        if (flaw.isEmpty()) return path;
        throw new Failure.Malformed(
                "this is not a path in a volume: " + flaw.get(), "write it like folder/name");
    }

    /// The address of what lies at a path.
    String address(String path) {
        String encoded =
                Arrays.stream(plain(path).split("/", -1))
                        .map(Api::encoded)
                        .collect(Collectors.joining("/"));
        return session.path("/files" + (encoded.isEmpty() ? "" : "/" + encoded));
    }

    /// A name that is needed; a path to nothing would be the whole volume.
    static String file(Given given) throws Failure {
        String path = sound(given.text(PATH));
        if (!path.isEmpty()) return path;
        throw new Failure.Malformed("this names no file", "write it like folder/name");
    }

    /// The listing of a folder. A file would be answered with its bytes: they are not read.
    Json.Obj folder(String path) throws Failure {
        try (var answer = session.api().open(address(path), query())) {
            if (answer.isJson()) return answer.json();
        }
        throw new Failure.Refused(plain(path) + " is no folder", "read it with `berth files cat`");
    }

    Map<String, String> query() {
        var query = new LinkedHashMap<String, String>();
        query.put("volume", volume.label());
        return query;
    }

    /// The conditions that a user typed, as headers.
    static Map<String, String> conditions(Given given) throws Failure {
        var headers = new LinkedHashMap<String, String>();
        var expected = given.optional("--if-match");
        if (expected.isPresent()) {
            String tag =
                    expected.get().equals("*")
                            ? "*"
                            : "\"" + ContentHash.parse(expected.get()).hex() + "\"";
            headers.put("If-Match", tag);
        }
        return headers;
    }
}
