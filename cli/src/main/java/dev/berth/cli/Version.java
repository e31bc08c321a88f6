package dev.berth.cli;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/// `berth version`.
public final class Version implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("version", "Says which Berth this is.").example("berth version --json");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        return Reply.lines(
                Json.object()
                        .put("version", number())
                        .put("java", Runtime.version().toString())
                        .build(),
                line());
    }

    static String line() {
        return "berth " + number() + " (Java " + Runtime.version() + ")";
    }

    public static String number() {
        var properties = new Properties();
        try (var in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) throw new IllegalStateException("version.properties is not in the jar");
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
