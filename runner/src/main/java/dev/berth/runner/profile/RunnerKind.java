package dev.berth.runner.profile;

import dev.berth.failure.Failure;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which kind of sandbox a profile asks for.
public enum RunnerKind {
    /// Processes under bubblewrap, or plain ones where the profile says so.
    PROCESS,
    /// A container of a local Docker engine.
    DOCKER,
    /// A pod. Known by name, so that a fleet's file can be read anywhere; nothing here runs it yet.
    KUBERNETES;

    /// As it is written in a profile.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static RunnerKind parse(String text) throws Failure {
        for (var kind : values()) {
            if (kind.label().equals(text.strip())) return kind;
        }
        String all = Stream.of(values()).map(RunnerKind::label).collect(Collectors.joining(", "));
        throw new Failure.Refused("is not a runner: " + text, "choose one of " + all);
    }
}
