package dev.berth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs the quick commands once while the JVM takes notes: what it writes down makes the next start
/// fast. Started by the launcher after each build, in an empty folder that it removes afterwards.
final class Rehearsal {
    private static final String PROJECT = "project";

    private static final List<List<String>> PLAIN =
            List.of(
                    List.of("--help"),
                    List.of("version", "--json"),
                    List.of("no-such-command"),
                    List.of("completion", "--help"));

    private static final List<List<String>> DOCTOR =
            List.of(List.of("doctor"), List.of("doctor", "--json"));

    private static final List<List<String>> DISK =
            List.of(
                    List.of("disk", "--help"),
                    List.of("disk", "create", "d.sqlite"),
                    List.of("disk", "put", "d.sqlite", "/note", "-"),
                    List.of("disk", "get", "d.sqlite", "/note"),
                    List.of("disk", "ls", "d.sqlite", "--long", "--recursive"),
                    List.of("disk", "query", "d.sqlite", "select path from vfs", "--json"),
                    List.of("disk", "unpack", "d.sqlite", "tree"),
                    List.of("disk", "pack", "tree", "again.sqlite"),
                    List.of("disk", "freeze", "d.sqlite", "cold", "--session", "s"),
                    List.of("disk", "resume", "cold", "s", "live.sqlite"),
                    List.of("disk", "share", "d.sqlite", "public.sqlite"));

    private static final List<List<String>> DEPOT =
            List.of(
                    List.of("depot", "--help"),
                    List.of("disk", "create", "tree/"),
                    List.of("disk", "put", "tree", "/note", "-"),
                    List.of("depot", "init", "d"),
                    List.of("depot", "snapshot", "d", "tree", "--session", "s"),
                    List.of("depot", "snapshot", "d", "tree", "--session", "s", "--json"),
                    List.of("depot", "list", "d"),
                    List.of("depot", "show", "d", "latest", "workspace"),
                    List.of("depot", "cat", "d", "latest", "workspace/note"),
                    List.of("depot", "restore", "d", "latest", "back"),
                    List.of("depot", "restore", "d", "latest", "back", "--json"),
                    List.of("depot", "verify", "d", "--read-data"),
                    List.of("depot", "init", "e"),
                    List.of("depot", "snapshot", "e", PROJECT, "--session", "s"),
                    List.of("depot", "snapshot", "e", PROJECT, "--session", "s"),
                    List.of("depot", "snapshot", "e", PROJECT, "--session", "s"),
                    List.of("depot", "restore", "e", "latest", "one"),
                    List.of("depot", "snapshot", "e", "one", "--session", "t"),
                    List.of("depot", "restore", "e", "latest", "two"),
                    List.of("depot", "restore", "e", "latest", "few", "folder7/file7"),
                    List.of("depot", "cat", "e", "latest", "folder9/file9"),
                    List.of("depot", "diff", "e", "s", "t"),
                    List.of("depot", "init", "f"),
                    List.of("depot", "snapshot", "f", "two", "--session", "s"),
                    List.of("depot", "restore", "f", "latest", "three"));

    /// No command: the project is changed.
    private static final List<String> TURN = List.of();

    private static final List<List<String>> SNAPSHOT =
            List.of(
                    List.of("depot", "init", "e"),
                    List.of("depot", "snapshot", "e", PROJECT, "--session", "s"),
                    List.of("depot", "snapshot", "e", PROJECT, "--session", "s"),
                    List.of("depot", "snapshot", "e", PROJECT, "--session", "s", "--json"),
                    TURN,
                    List.of("depot", "snapshot", "e", PROJECT, "--session", "s"),
                    List.of("depot", "restore", "e", "latest", "one"),
                    List.of("depot", "snapshot", "e", "one", "--session", "t"));

    private static final String BUCKET = "s3://bucket/d";

    private static final List<List<String>> FAR =
            List.of(
                    List.of("depot", "init", BUCKET),
                    List.of("depot", "snapshot", BUCKET, PROJECT, "--session", "s"),
                    List.of("depot", "snapshot", BUCKET, PROJECT, "--session", "s"),
                    List.of("depot", "list", BUCKET),
                    List.of("depot", "restore", BUCKET, "latest", "one"),
                    List.of("depot", "restore", BUCKET, "latest", "few", "folder7/file7"),
                    List.of("depot", "cat", BUCKET, "latest", "folder9/file9"),
                    List.of("depot", "init", "d"),
                    List.of("depot", "copy", BUCKET, "d"));

    private static final List<List<String>> FLOW =
            List.of(
                    List.of("flow", "start", "--goal", "rehearse"),
                    List.of("flow", "plan", "add", "one"),
                    List.of("flow", "note", "remember"),
                    List.of("flow", "status"),
                    List.of("flow", "status", "--json"));

    private static final List<List<String>> VAULT =
            List.of(
                    List.of("vault", "write", ".", "note.md"),
                    List.of("vault", "hash", ".", "note.md"),
                    List.of("vault", "sweep", "."));

    // Nobody answers there: what comes before an answer is what takes time.
    private static final String NOBODY = "http://127.0.0.1:1";

    private static final List<List<String>> CLIENT =
            List.of(
                    List.of("sessions", "--help"),
                    List.of("sessions", "list"),
                    List.of("sessions", "show", "s", "--json"),
                    List.of("files", "ls", "s"),
                    List.of("tokens", "list"));

    private static final String SESSION = "rehearsed";

    // Asked of a server in this very process. Where nothing can run an agent, `send` says so.
    private static final List<List<String>> SERVE =
            List.of(
                    List.of("sessions", "create", "--agent", "shell", "--name", SESSION),
                    List.of("files", "put", SESSION, "note", "-"),
                    List.of("sessions", "send", SESSION, "cat note"),
                    List.of("files", "cat", SESSION, "note"),
                    List.of("sessions", "list"),
                    List.of("sessions", "suspend", SESSION),
                    List.of("files", "ls", SESSION),
                    List.of("sessions", "events", SESSION));

    private static final String TREE = "tree";

    private static final List<List<String>> BUNDLE =
            List.of(
                    List.of("ship", "--help"),
                    List.of("ship", TREE, "--dry-run"),
                    List.of("ship", TREE, "a.wbundle"),
                    List.of("receive", "a.wbundle", "a"),
                    List.of("bundle", "key"),
                    List.of("ship", "a", "b.wbundle", "--sign"),
                    List.of("receive", "b.wbundle", "b.sqlite"),
                    List.of("ship", "b.sqlite", "c.wbundle", "--json"),
                    List.of("receive", "c.wbundle", "c"),
                    List.of("bundle", "verify", "c.wbundle"),
                    List.of("bundle", "inspect", "c.wbundle"));

    /// Which commands share a cache: a start loads all of its cache, so each group has one of its
    /// own.
    private static List<List<String>> parts(String group) {
        return switch (group) {
            case "bucket" -> FAR;
            case "bundle" -> BUNDLE;
            case "client" -> CLIENT;
            case "disk" -> DISK;
            case "depot" -> DEPOT;
            case "doctor" -> DOCTOR;
            case "flow" -> FLOW;
            case "serve" -> SERVE;
            case "snapshot" -> SNAPSHOT;
            case "vault" -> VAULT;
            default -> PLAIN;
        };
    }

    private Rehearsal() {}

    /// Wants the group to rehearse and a home whose folder `work` is empty, to play in.
    public static void main(String[] arguments) {
        World real = Berth.world(OutputStream.nullOutputStream());
        Path home = Path.of(arguments[1]);
        Path stage = home.resolve("work");
        Map<String, String> environment = new HashMap<>(real.environment());
        // Nothing of the user's own may be touched.
        environment.remove("BERTH_HOME");
        environment.put("HOME", home.toString());
        environment.put("BERTH_URL", NOBODY);
        environment.remove("XDG_DATA_HOME");
        environment.put("XDG_CACHE_HOME", home.resolve("cache").toString());
        var props = new Props(real.files(), stage);
        if (arguments[0].equals("bundle")) props.text(TREE);
        if (arguments[0].equals("depot")) props.project(PROJECT);
        // Little content: what looks at every byte is not compiled there.
        if (arguments[0].equals("snapshot")) props.notes(PROJECT);
        if (arguments[0].equals("serve")) {
            environment.remove("BERTH_URL");
            StageServer.start(world(environment, stage, real));
            play(arguments[0], environment, stage, real);
            // Ends the server as a signal would.
            System.exit(0);
        }
        if (!arguments[0].equals("bucket")) {
            play(arguments[0], environment, stage, real);
            return;
        }
        props.project(PROJECT);
        try (var bucket = new StageBucket()) {
            environment.put("AWS_ENDPOINT_URL", bucket.address());
            environment.put("AWS_ACCESS_KEY_ID", "stage");
            environment.put("AWS_SECRET_ACCESS_KEY", "stage");
            play(arguments[0], environment, stage, real);
        }
    }

    private static void play(
            String group, Map<String, String> environment, Path stage, World real) {
        Prelude.begin(parts(group).getLast().toArray(String[]::new));
        for (List<String> part : parts(group)) {
            if (part.equals(TURN)) new Props(real.files(), stage).turn(PROJECT);
            else new CommandRun(world(environment, stage, real)).run(part.toArray(String[]::new));
        }
        // The end of every command.
        if (new Outlet(OutputStream.nullOutputStream()).missing().isEmpty()) {
            System.out.println(Version.line());
        }
    }

    private static World world(Map<String, String> environment, Path stage, World real) {
        var silent = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
        return new World(
                new ByteArrayInputStream(new byte[] {'x'}),
                silent,
                silent,
                environment,
                stage,
                real.clock(),
                real.files(),
                real.terminal());
    }
}
