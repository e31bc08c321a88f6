package dev.berth.runner.process;

import dev.berth.disk.Volume;
import dev.berth.runner.Plan;
import dev.berth.runner.resident.Inside;
import dev.berth.runner.resident.Program;
import dev.berth.runner.resident.Resident;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The words with which bubblewrap builds a sandbox.
final class Walls {
    /// Where the resident's shared folder shows inside.
    static final String SHARED = "/run/berth";

    static final String HOME = "/home/agent";

    private static final String SCRATCH_BYTES = Long.toString(256L << 20);
    private static final List<String> SYSTEM = List.of("/bin", "/sbin", "/lib", "/lib32", "/lib64");
    private static final List<String> SETTINGS =
            List.of(
                    "alternatives",
                    "ca-certificates",
                    "group",
                    "hosts",
                    "ld.so.cache",
                    "ld.so.conf",
                    "ld.so.conf.d",
                    "localtime",
                    "mime.types",
                    "nsswitch.conf",
                    "passwd",
                    "pki",
                    "protocols",
                    "services",
                    "ssl");

    private final List<String> words = new ArrayList<>();

    private Walls() {}

    /// All words, up to the resident's own; the filter is on descriptor 5, the status on 4.
    static List<String> around(Plan plan, Path shared, Inside inside, String mark, boolean filter) {
        var walls = new Walls();
        walls.namespaces(plan, inside);
        walls.system(plan);
        walls.disk(plan, shared);
        if (filter) walls.add("--seccomp", "5");
        walls.add("--json-status-fd", "4", "--clearenv", "--setenv", "BERTH_RUN", mark);
        walls.add("--setenv", "PATH", Program.PATH);
        walls.add("--remount-ro", "/");
        walls.resident(inside, mark);
        return List.copyOf(walls.words);
    }

    private void namespaces(Plan plan, Inside inside) {
        add("bwrap", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try");
        add("--new-session", "--hostname", "berth");
        if (!plan.network()) add("--unshare-net");
        if (inside.user().isEmpty()) add("--unshare-user", "--cap-drop", "ALL");
    }

    private void system(Plan plan) {
        add("--ro-bind", "/usr", "/usr");
        for (String path : SYSTEM) add("--ro-bind-try", path, path);
        // Left to itself bubblewrap makes it for its own user alone, who may be another than ours.
        add("--perms", "0755", "--dir", "/etc");
        for (String name : SETTINGS) add("--ro-bind-try", "/etc/" + name, "/etc/" + name);
        if (plan.network()) add("--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf");
        for (Path path : plan.readOnly()) show(path);
        add("--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev");
        for (String scratch : List.of("/dev/shm", HOME)) {
            add("--size", SCRATCH_BYTES, "--perms", "1777", "--tmpfs", scratch);
        }
        // It belongs to whoever builds the walls, and would hold files up to half the memory.
        add("--remount-ro", "/dev");
    }

    /// At its own place. The folders above it would be closed to everybody but root as they may be
    /// outside, though there is nothing else in them here.
    private void show(Path path) {
        for (int count = 1; count < path.getNameCount(); count++) {
            add("--perms", "0755", "--dir", "/" + path.subpath(0, count));
        }
        add("--ro-bind", path.toString(), path.toString());
    }

    private void disk(Plan plan, Path shared) {
        for (var volume : Volume.values()) {
            add("--bind", plan.folder(volume).toString(), "/" + volume.label());
        }
        add("--perms", "0755", "--dir", "/run", "--bind", shared.toString(), SHARED);
        add("--chdir", "/" + Volume.WORKSPACE.label());
    }

    private void resident(Inside inside, String mark) {
        if (inside.user().isPresent()) {
            var user = inside.user().get();
            add("setpriv", "--reuid", Integer.toString(user.uid()));
            add("--regid", Integer.toString(user.gid()), "--clear-groups");
            add("--no-new-privs", "--bounding-set=-all", "--inh-caps=-all");
        }
        add("sh", SHARED + "/" + Resident.PROGRAM, SHARED, "/" + Volume.WORKSPACE.label());
        add("alone", mark);
    }

    private void add(String... more) {
        words.addAll(List.of(more));
    }
}
