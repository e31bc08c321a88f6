package dev.berth.bench.depot;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Those that are compared, all by their default settings, sealed where they can, with their caches
/// in folders of their own.
final class Peers {
    static final String RESTIC = "restic";
    static final String BORG = "borg";
    static final String COMMAND = "berth";

    private Peers() {}

    static List<Keeper> all(Shell shell, Path berth) {
        return List.of(
                restic(shell),
                borg(shell),
                casync(shell),
                bup(shell),
                tar(shell),
                copy(shell),
                git(shell),
                berth(shell, berth));
    }

    private static Keeper restic(Shell shell) {
        String restic = "restic -q --cache-dir \"$CACHE\" --repo \"$STORE\" ";
        return new CommandKeeper(
                shell,
                RESTIC,
                "restic",
                restic + "init",
                "cd \"$TREE\" && exec " + restic + "backup .",
                "exec " + restic + "restore latest --target \"$OUT\"",
                "exec " + restic + "restore latest --target \"$OUT\" --include \"/$FILE\"");
    }

    private static Keeper borg(Shell shell) {
        String home = "export BORG_BASE_DIR=\"$CACHE\" && ";
        return new CommandKeeper(
                shell,
                BORG,
                "borg",
                home + "borg init --encryption=repokey \"$STORE\"",
                home + "cd \"$TREE\" && exec borg create \"$STORE::$STEP\" .",
                home + "mkdir \"$OUT\" && cd \"$OUT\" && exec borg extract \"$STORE::turn\"",
                home
                        + "mkdir \"$OUT\" && cd \"$OUT\" && exec borg extract \"$STORE::turn\" \"$FILE\"");
    }

    private static Keeper casync(Shell shell) {
        return new CommandKeeper(
                shell,
                "casync",
                "casync",
                "mkdir \"$STORE/chunks\"",
                "exec casync make --store=\"$STORE/chunks\" \"$STORE/$STEP.caidx\" \"$TREE\"",
                "exec casync extract --store=\"$STORE/chunks\" \"$STORE/turn.caidx\" \"$OUT\"",
                "");
    }

    private static Keeper bup(Shell shell) {
        String bup = "export BUP_DIR=\"$STORE\" HOME=\"$CACHE\" && ";
        return new CommandKeeper(
                shell,
                "bup",
                "bup",
                bup + "bup init",
                bup + "bup index \"$TREE\" && exec bup save -q --strip -n tree \"$TREE\"",
                bup + "exec bup restore -q -C \"$OUT\" /tree/latest/.",
                bup + "exec bup restore -q -C \"$OUT\" \"/tree/latest/$FILE\"");
    }

    private static Keeper tar(Shell shell) {
        return new CommandKeeper(
                shell,
                "tar+zstd",
                "tar zstd",
                ":",
                "tar -C \"$TREE\" -cf - . | zstd -q -3 -T0 -o \"$STORE/$STEP.tar.zst\"",
                "mkdir \"$OUT\" && zstd -dc \"$STORE/turn.tar.zst\" | tar -C \"$OUT\" -xf -",
                "mkdir \"$OUT\" && zstd -dc \"$STORE/turn.tar.zst\" | tar -C \"$OUT\" -xf - \"./$FILE\"");
    }

    private static Keeper copy(Shell shell) {
        return new CommandKeeper(
                shell,
                "cp",
                "cp",
                ":",
                "exec cp -a \"$TREE\" \"$STORE/$STEP\"",
                "exec cp -a \"$STORE/turn\" \"$OUT\"",
                "mkdir \"$OUT\" && exec cp -a \"$STORE/turn/$FILE\" \"$OUT\"");
    }

    private static Keeper git(Shell shell) {
        String git =
                "export HOME=\"$CACHE\" GIT_CONFIG_NOSYSTEM=1 && "
                        + "git() { command git -c user.name=b -c user.email=b@b -c gc.auto=0"
                        + " -c safe.directory='*' --git-dir=\"$STORE/.git\" \"$@\"; } && ";
        return new CommandKeeper(
                shell,
                "git",
                "git",
                git + "git init -q",
                git
                        + "git --work-tree=\"$TREE\" add -A -f \"$TREE\" && "
                        + "git commit -q --allow-empty -m \"$STEP\"",
                git
                        + "mkdir \"$OUT\" && cd \"$OUT\" && git --work-tree=\"$OUT\" checkout -q -f HEAD -- .",
                git + "mkdir \"$OUT\" && git show \"HEAD:$FILE\" > \"$OUT/file\"");
    }

    /// Ours alone: a warm process, and the command, built before the first measurement.
    static List<Keeper> own(Shell shell, Optional<Path> berth) throws Exception {
        if (berth.isEmpty()) return List.of(new WarmKeeper());
        Path launcher = berth.get().toAbsolutePath().normalize();
        shell.run("'" + launcher + "' version", Map.of());
        return List.of(new WarmKeeper(), berth(shell, launcher));
    }

    private static Keeper berth(Shell shell, Path berth) {
        String command = "export BERTH_HOME=\"$CACHE\" && exec '" + berth + "' depot ";
        return new CommandKeeper(
                shell,
                COMMAND,
                "sh",
                command + "init \"$STORE\"",
                command + "snapshot \"$STORE\" \"$TREE\" --session bench",
                command + "restore \"$STORE\" latest \"$OUT\"",
                command + "restore \"$STORE\" latest \"$OUT\" \"$FILE\"");
    }
}
