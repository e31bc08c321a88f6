package dev.berth.cli.settings;

import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Everything that is wrong with the settings, so that nobody has to mend one thing to hear of the
/// next.
final class Problems {
    private final List<Failure> all = new ArrayList<>();

    void add(Failure problem) {
        all.add(problem);
    }

    void addAll(Problems others) {
        all.addAll(others.all);
    }

    /// The value, or `otherwise` when there is a problem with it, which is then one of these.
    <T> T of(Attempt<T> attempt, T otherwise) {
        try {
            return attempt.read();
        } catch (Failure problem) {
            add(problem);
            return otherwise;
        }
    }

    /// Throws when there are any: one as it is, several in one sentence each.
    void refuse() throws Failure {
        if (all.isEmpty()) return;
        if (all.size() == 1) throw all.getFirst();
        String each =
                all.stream()
                        .map(
                                problem ->
                                        problem.advice().isEmpty()
                                                ? problem.what()
                                                : problem.what() + " (" + problem.advice() + ")")
                        .collect(Collectors.joining("; "));
        throw new Failure.Refused(
                "the settings have " + all.size() + " problems: " + each, "mend all of them");
    }

    /// Reads something.
    interface Attempt<T> {
        T read() throws Failure;
    }
}
