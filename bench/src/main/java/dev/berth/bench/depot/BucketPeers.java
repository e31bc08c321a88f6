package dev.berth.bench.depot;

import dev.berth.s3server.S3Server;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Those that keep trees in a bucket, all by their default settings, with their caches in folders
/// of their own. The last part of `STORE` is the prefix; the server keeps its objects there.
final class BucketPeers {
    static final String RCLONE = "rclone";

    private BucketPeers() {}

    /// What all of them find their server by.
    static Map<String, String> variables(URI server) {
        return Map.ofEntries(
                Map.entry("SERVER", server.toString()),
                Map.entry("BUCKET", S3Server.BUCKET),
                Map.entry("AWS_ACCESS_KEY_ID", S3Server.KEY),
                Map.entry("AWS_SECRET_ACCESS_KEY", S3Server.SECRET),
                Map.entry("AWS_REGION", S3Server.REGION),
                Map.entry("AWS_DEFAULT_REGION", S3Server.REGION));
    }

    static List<Keeper> all(Shell shell, Path berth) {
        return List.of(restic(shell), rclone(shell), berth(shell, berth));
    }

    private static Keeper restic(Shell shell) {
        String restic =
                "restic -q --cache-dir \"$CACHE\" --repo \"s3:$SERVER/$BUCKET/${STORE##*/}\" ";
        return new CommandKeeper(
                shell,
                Peers.RESTIC,
                "restic",
                restic + "init",
                "cd \"$TREE\" && exec " + restic + "backup .",
                "exec " + restic + "restore latest --target \"$OUT\"",
                "exec " + restic + "restore latest --target \"$OUT\" --include \"/$FILE\"");
    }

    /// It keeps files as they are, one object each, and no history.
    private static Keeper rclone(Shell shell) {
        String rclone =
                // It takes no such bundle; the server speaks plain HTTP anyhow.
                "unset AWS_CA_BUNDLE; export RCLONE_CONFIG=\"$CACHE/none\" && exec rclone -q --links"
                        + " --s3-provider Other --s3-env-auth --s3-endpoint \"$SERVER\"";
        String there = " \":s3:$BUCKET/${STORE##*/}";
        return new CommandKeeper(
                shell,
                RCLONE,
                "rclone",
                ":",
                rclone + " sync \"$TREE\"" + there + "\"",
                rclone + " copy" + there + "\" \"$OUT\"",
                rclone + " copyto" + there + "/$FILE\" \"$OUT/file\"");
    }

    private static Keeper berth(Shell shell, Path berth) {
        String command = "export BERTH_HOME=\"$CACHE\" && exec '" + berth + "' depot ";
        String there = " \"s3://$BUCKET/${STORE##*/}\" ";
        return new CommandKeeper(
                shell,
                Peers.COMMAND,
                "sh",
                command + "init" + there + "--endpoint \"$SERVER\"",
                command + "snapshot" + there + "\"$TREE\" --session bench",
                command + "restore" + there + "latest \"$OUT\"",
                command + "restore" + there + "latest \"$OUT\" \"$FILE\"");
    }
}
