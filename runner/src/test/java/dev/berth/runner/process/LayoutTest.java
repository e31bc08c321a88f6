package dev.berth.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.SystemFiles;
import dev.berth.runner.Limits;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// On folders that look like the kernel's: this machine has one of the two layouts only.
@DisplayName("Groups of a sandbox")
class LayoutTest {
    private static final Limits LIMITS = new Limits(1000, 0.25, 7);

    @TempDir Path root;

    @Test
    void haveAllLimitsInOneTreeWhereThereIsOne() throws Exception {
        Files.createFile(root.resolve("cgroup.controllers"));
        var group = Files.createDirectories(root.resolve("berth/ses_1"));
        for (String setting :
                new String[] {"memory.max", "memory.swap.max", "pids.max", "cpu.max"}) {
            Files.createFile(group.resolve(setting));
        }
        for (var at : new Path[] {root, root.resolve("berth")}) {
            Files.createFile(at.resolve("cgroup.subtree_control"));
        }
        var made = new Layout(SystemFiles.here(), root).make("ses_1", LIMITS);
        assertThat(made.trees()).containsExactly(group);
        assertThat(group.resolve("memory.max")).hasContent("1000");
        assertThat(group.resolve("memory.swap.max")).hasContent("0");
        assertThat(group.resolve("pids.max")).hasContent("7");
        assertThat(group.resolve("cpu.max")).hasContent("25000 100000");
        assertThat(made.kept()).containsExactlyInAnyOrder(Limits.Kind.values());
        for (var at : new Path[] {root, root.resolve("berth")}) {
            // One after the other; the kernel's file would take each of them.
            assertThat(Files.readString(at.resolve("cgroup.subtree_control"))).contains("+cpu");
        }
    }

    @Test
    void keepTheLimitsThatAreToBeHad() throws Exception {
        Files.createFile(root.resolve("cgroup.controllers"));
        var group = Files.createDirectories(root.resolve("berth/ses_1"));
        Files.createFile(group.resolve("pids.max"));
        var made = new Layout(SystemFiles.here(), root).make("ses_1", LIMITS);
        assertThat(made.trees()).containsExactly(group);
        assertThat(made.kept()).containsExactly(Limits.Kind.PROCESSES);
        assertThat(group.resolve("pids.max")).hasContent("7");
    }

    @Test
    void areMadeBesideOurOwnWhereTheRestIsNotOurs() throws Exception {
        Files.createFile(root.resolve("cgroup.controllers"));
        // In the way, as a folder that is not ours would be.
        Files.createFile(root.resolve("berth"));
        var slice = Files.createDirectories(root.resolve("a/b"));
        Files.createFile(slice.resolve("cgroup.procs"));
        var self = Files.createDirectory(root.resolve("self"));
        Files.writeString(self.resolve("cgroup"), "1:cpu:/x\n0::/a/b/server\n");
        var layout = new Layout(SystemFiles.here(), root, self);
        assertThat(layout.make("ses_1", LIMITS).trees())
                .containsExactly(slice.resolve("berth/ses_1"));
        assertThat(layout.places("ses_1")).contains(slice.resolve("berth/ses_1"));
        for (String other : new String[] {"0::/\n", "0::/server\n", "0::/../b/server\n", "x"}) {
            Files.writeString(self.resolve("cgroup"), other);
            assertThat(layout.make("ses_1", LIMITS).trees()).as(other).isEmpty();
        }
    }

    @Test
    void haveATreePerLimitWhereThereAreMany() throws Exception {
        for (String setting :
                new String[] {
                    "memory/berth/ses_1/memory.limit_in_bytes",
                    "pids/berth/ses_1/pids.max",
                    "cpu/berth/ses_1/cpu.cfs_period_us",
                    "cpu/berth/ses_1/cpu.cfs_quota_us",
                    "freezer/berth/ses_1/freezer.state"
                }) {
            Files.createDirectories(root.resolve(setting).getParent());
            Files.createFile(root.resolve(setting));
        }
        var made = new Layout(SystemFiles.here(), root).make("ses_1", LIMITS);
        assertThat(made.trees()).hasSize(4);
        assertThat(root.resolve("memory/berth/ses_1/memory.limit_in_bytes")).hasContent("1000");
        assertThat(root.resolve("pids/berth/ses_1/pids.max")).hasContent("7");
        assertThat(root.resolve("cpu/berth/ses_1/cpu.cfs_quota_us")).hasContent("25000");
        var groups = Groups.of(SystemFiles.here(), made.trees());
        assertThat(groups.canFreeze()).isTrue();
        groups.freeze();
        assertThat(root.resolve("freezer/berth/ses_1/freezer.state")).hasContent("FROZEN");
        groups.thaw();
        assertThat(root.resolve("freezer/berth/ses_1/freezer.state")).hasContent("THAWED");
    }

    @Test
    void areNoneWhereNoneAreAllowed() {
        var made = new Layout(SystemFiles.here(), root).make("ses_1", LIMITS);
        assertThat(made.trees()).isEmpty();
        assertThat(Groups.of(SystemFiles.here(), made.trees()).canFreeze()).isFalse();
    }
}
