package dev.berth.runner;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// Runs the contract and what a class adds to it in a process of its own, without an engine of
/// tests: a line for each case.
public final class AloneContract {
    private AloneContract() {}

    /// A new instance for each case, as an engine would make them.
    public interface Maker {
        RunnerContract make() throws Exception;
    }

    /// How many of the chosen cases failed.
    public static int run(Path folder, Predicate<String> chosen, Maker maker) throws Exception {
        int failed = 0;
        var cases = new ArrayList<>(List.of(RunnerContract.class.getDeclaredMethods()));
        cases.addAll(List.of(ResidentContract.class.getDeclaredMethods()));
        cases.addAll(List.of(maker.make().getClass().getDeclaredMethods()));
        cases.removeIf(
                each -> !each.isAnnotationPresent(Test.class) || !chosen.test(each.getName()));
        cases.sort(Comparator.comparing(each -> each.getName()));
        for (var each : cases) {
            var place = Files.createDirectory(folder.resolve(each.getName()));
            try {
                maker.make().runAlone(place, each);
                System.out.println("passed " + each.getName());
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof TestAbortedException) continue;
                System.out.println("failed " + each.getName() + ": " + thrown.getCause());
                failed++;
            }
        }
        return failed;
    }
}
