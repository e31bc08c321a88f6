package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.linux.LinuxFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// What a walk costs, counted by the kernel and not by us.
@EnabledOnOs(OS.LINUX)
class WalkCostTest {
    private static final Pattern LOOK_UP =
            Pattern.compile("(?:statx|newfstatat|fstatat|lstat|stat)\\([^\"]*\"(node-[^\"]*)\"");

    private static final String OUR_LISTING = ".*getdents64.*, 262144\\b.*";

    @TempDir private Path temporary;

    /// Run as a program of its own, under strace.
    public static void main(String[] arguments) throws FileFault {
        try (var root = new LinuxFiles().open(Path.of(arguments[0]))) {
            var walked = Walk.below(root, new WalkTest.Recorder());
            System.out.println(walked.entries() + " " + walked.folders());
        }
    }

    @Test
    @Timeout(120)
    void asksForTheFactsOfEachEntryOnce() throws Exception {
        var tree = Files.createDirectory(temporary.resolve("tree"));
        for (int i = 0; i < 20; i++) {
            var sub = Files.createDirectory(tree.resolve("node-folder-" + i));
            for (int j = 0; j < 20; j++)
                Files.writeString(sub.resolve("node-%d-%d".formatted(i, j)), "x");
        }
        var traced =
                Traced.run(
                        temporary,
                        WalkCostTest.class,
                        List.of("-e", "trace=%file,getdents64,statx"),
                        tree.toString());
        assertThat(traced.output()).isEqualTo("400 21");
        var lookedUp =
                traced.calls().stream()
                        .map(LOOK_UP::matcher)
                        .filter(it -> it.find())
                        .map(it -> it.group(1))
                        .toList();
        assertThat(lookedUp).doesNotHaveDuplicates().hasSize(420);
        // Two each: one with the entries, one that says that there are no more. The virtual machine
        // lists folders of its own, with another size of buffer.
        assertThat(traced.calls()).filteredOn(it -> it.matches(OUR_LISTING)).hasSize(42);
    }
}
