package dev.berth.runner.docker;

import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.runner.Limits;
import dev.berth.runner.Plan;
import dev.berth.runner.resident.Inside;
import dev.berth.runner.resident.Program;
import dev.berth.runner.resident.Resident;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What the engine is told to make.
final class Container {
    /// Where the resident's shared folder shows inside.
    static final String SHARED = "/run/berth";

    static final String HOME = "/home/agent";
    static final String SESSION_LABEL = "dev.berth.session";
    static final String HOME_LABEL = "dev.berth.home";

    private static final long SCRATCH_BYTES = 256L << 20;
    private static final String BEGIN =
            "exec 3<>\"$0/requests\" || exit 1; exec sh \"$0/" + Resident.PROGRAM + "\" \"$@\"";

    private Container() {}

    static Json.Obj of(Plan plan, String image, Path run, Path home, Inside inside) {
        var fields =
                Json.object()
                        .put("Image", image)
                        .putTexts("Entrypoint", List.of("sh", "-c", BEGIN, SHARED))
                        .putTexts("Cmd", List.of(SHARED, "/" + Volume.WORKSPACE.label(), "alone"))
                        .putTexts("Env", List.of("PATH=" + Program.PATH))
                        .put("WorkingDir", "/" + Volume.WORKSPACE.label())
                        .put("Hostname", "berth")
                        .put(
                                "Labels",
                                Json.object()
                                        .put(SESSION_LABEL, plan.session().value())
                                        .put(HOME_LABEL, home.toString()))
                        .put("HostConfig", host(plan, run));
        inside.user().ifPresent(user -> fields.put("User", user.uid() + ":" + user.gid()));
        return fields.build();
    }

    private static JsonFields host(Plan plan, Path run) {
        Limits limits = plan.limits();
        var mounts = new ArrayList<Json>();
        for (var volume : Volume.values()) {
            mounts.add(mount(plan.folder(volume), "/" + volume.label(), false));
        }
        mounts.add(mount(run.resolve(Resident.SHARED.toString()), SHARED, false));
        for (var path : plan.readOnly()) mounts.add(mount(path, path.toString(), true));
        return Json.object()
                .put("Mounts", mounts)
                .put("Tmpfs", Json.object().put(HOME, "rw,exec,mode=1777,size=" + SCRATCH_BYTES))
                .put("ShmSize", SCRATCH_BYTES)
                // Whoever is inside can write there, through the first process's output.
                .put("LogConfig", log())
                .put("NetworkMode", plan.network() ? "default" : "none")
                .put("Memory", limits.memoryBytes())
                .put("MemorySwap", limits.memoryBytes())
                .put("NanoCpus", Math.round(limits.cpus() * 1e9))
                .put("PidsLimit", limits.processes())
                .put("ReadonlyRootfs", true)
                .putTexts("CapDrop", List.of("ALL"))
                .putTexts("SecurityOpt", List.of("no-new-privileges"))
                // Reaps what the resident does not wait for.
                .put("Init", true);
    }

    /// Enough to see why one did not start.
    private static JsonFields log() {
        return Json.object()
                .put("Type", "json-file")
                .put("Config", Json.object().put("max-size", "64k").put("max-file", "1"));
    }

    private static Json mount(Path source, String target, boolean readOnly) {
        return Json.object()
                .put("Type", "bind")
                .put("Source", source.toString())
                .put("Target", target)
                .put("ReadOnly", readOnly)
                .build();
    }
}
