package dev.berth.flow.register;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.flow.register.Registering.Did;
import dev.berth.flow.register.Registering.Outcome;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// A small plugin for opencode: when its configuration loads, the instructions are brought up to
/// date before they are read, and a session that could not be read is reported.
///
/// The first line marks the file as ours, in every version: a file that begins with it is replaced
/// and removed as a whole, any other is left alone.
public record OpencodePlugin(Folder project) {
    static final String FILE = ".opencode/plugins/berth-flow.js";

    private static final Name OPENCODE = Name.of(".opencode");
    private static final Name PLUGINS = Name.of("plugins");
    private static final Name PLUGIN = Name.of("berth-flow.js");
    private static final int LONGEST_BYTES = 64 << 10;
    private static final String MARK = "// Written by `berth flow register --plugin`";
    private static final byte[] TEXT =
            (MARK
                            + """
            ; `berth flow register --remove` takes it away.
            // Whatever is changed below is lost at the next registration; without the line above it stays.
            // Brings .flow/opencode-instructions.md up to date when opencode loads its configuration.
            // Where berth is missing or has nothing to do here, opencode goes on as without it.
            export const BerthFlow = async ({ $, directory, client }) => ({
              config: async () => {
                const said = await $`berth flow refresh --json`.cwd(directory).quiet().nothrow()
                let news = null
                try {
                  news = JSON.parse(said.stdout.toString()).put_away
                } catch {
                  return
                }
                if (!news) return
                // Not waited for: nobody may be there yet to answer.
                const tell = (call) => Promise.resolve().then(call).catch(() => {})
                const message = "berth flow: " + news
                tell(() => client.app.log({ body: { service: "berth-flow", level: "warn", message } }))
                tell(() => client.tui.showToast({ body: { message, variant: "warning" } }))
              },
            })
            """)
                    .getBytes(StandardCharsets.UTF_8);

    /// Whether one of ours is there, of whatever version. We write through no link and into no
    /// pipe, so whatever else is in its place is not ours.
    boolean isOurs() throws Failure {
        try {
            return look().filter(OpencodePlugin::isMarked).isPresent();
        } catch (FileFault fault) {
            return switch (fault.errno()) {
                case ELOOP, ENOTDIR, EISDIR, ENXIO, EFBIG -> false;
                default -> throw fault.asFailure(FILE);
            };
        }
    }

    void requireOurs() throws Failure {
        if (bytes().filter(bytes -> !isMarked(bytes)).isEmpty()) return;
        throw new Failure.Conflict(
                FILE + " is there, and not ours; nothing was changed",
                "move it away, or register without --plugin",
                Map.of());
    }

    public Outcome add() throws Failure {
        requireOurs();
        var before = bytes();
        if (before.filter(bytes -> Arrays.equals(bytes, TEXT)).isPresent()) {
            return new Outcome(FILE, Did.ALREADY_THERE);
        }
        try (var plugins = AtomicFile.folders(project, 0755, OPENCODE, PLUGINS)) {
            if (before.isPresent()) AtomicFile.write(plugins, PLUGIN, TEXT, 0644);
            else AtomicFile.create(plugins, PLUGIN, TEXT, 0644);
            return new Outcome(FILE, before.isPresent() ? Did.UPDATED : Did.ADDED);
        }
    }

    /// Takes it away if it is ours, and the folders that are empty then.
    public Outcome remove() throws Failure {
        if (!isOurs()) return new Outcome(FILE, Did.NOT_THERE);
        try (var opencode = project.folder(OPENCODE)) {
            try (var plugins = opencode.folder(PLUGINS)) {
                AtomicFile.remove(plugins, PLUGIN);
            }
            removeEmpty(opencode, PLUGINS);
            removeEmpty(project, OPENCODE);
            return new Outcome(FILE, Did.REMOVED);
        } catch (FileFault fault) {
            throw fault.asFailure(FILE);
        }
    }

    private Optional<byte[]> bytes() throws Failure {
        try {
            return look();
        } catch (FileFault fault) {
            throw new Failure.Refused(
                            "%s: %s; nothing was changed".formatted(FILE, fault.errno().meaning()),
                            "see what is there in its place, and move it away")
                    .because(fault);
        }
    }

    private Optional<byte[]> look() throws FileFault {
        try (var opencode = project.folder(OPENCODE);
                var plugins = opencode.folder(PLUGINS);
                var file = plugins.read(PLUGIN)) {
            return Optional.of(file.readAll(LONGEST_BYTES));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault;
        }
    }

    private static boolean isMarked(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).startsWith(MARK);
    }

    private static void removeEmpty(Folder parent, Name name) throws FileFault {
        try {
            parent.removeFolder(name);
            parent.sync();
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOTEMPTY) && !fault.is(Errno.EEXIST)) throw fault;
        }
    }
}
