package dev.berth.cli.doctor;

import dev.berth.cli.World;
import dev.berth.failure.Failure;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where programs of the user are looked for: along `PATH`, then where installers put them without
/// asking.
public final class ProgramFolders {
    private ProgramFolders() {}

    public static List<Path> of(World world) {
        var all = new ArrayList<Path>();
        for (String folder : world.variable("PATH").orElse("").split(":", -1)) add(all, folder);
        try {
            add(all, world.home().resolve(".local/bin").toString());
        } catch (Failure homeless) {
            return all;
        }
        return all;
    }

    private static void add(List<Path> all, String folder) {
        if (!folder.startsWith("/")) return;
        try {
            all.add(Path.of(folder));
        } catch (InvalidPathException notAPath) {
            return;
        }
    }
}
