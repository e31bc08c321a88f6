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
import java.util.Optional;

/// A small plugin for opencode: when its configuration loads, the instructions are brought up to
/// date before they are read.
public record OpencodePlugin(Folder project) {
    static final String FILE = ".opencode/plugins/berth-flow.js";

    private static final Name OPENCODE = Name.of(".opencode");
    private static final Name PLUGINS = Name.of("plugins");
    private static final Name PLUGIN = Name.of("berth-flow.js");
    private static final int LONGEST_BYTES = 64 << 10;
    private static final byte[] TEXT =
            """
            // Written by `berth flow register --plugin`; `berth flow register --remove` takes it away.
            // Brings .flow/opencode-instructions.md up to date when opencode loads its configuration.
            // Where berth is missing or has nothing to do here, opencode goes on as without it.
            export const BerthFlow = async ({ $, directory }) => ({
              config: async () => {
                await $`berth flow refresh --json`.cwd(directory).quiet().nothrow()
              },
            })
            """
                    .getBytes(StandardCharsets.UTF_8);

    public Outcome add() throws Failure {
        try (var plugins = AtomicFile.folders(project, 0755, OPENCODE, PLUGINS)) {
            if (isOurs(plugins)) return new Outcome(FILE, Did.ALREADY_THERE);
            AtomicFile.create(plugins, PLUGIN, TEXT, 0644);
            return new Outcome(FILE, Did.ADDED);
        }
    }

    /// Takes it away if nobody changed it, and the folders that are empty then.
    public Outcome remove() throws Failure {
        try {
            var opencode = open(project, OPENCODE);
            if (opencode.isEmpty()) return new Outcome(FILE, Did.NOT_THERE);
            try (var folder = opencode.get()) {
                var outcome = removeFrom(folder);
                if (outcome.did() == Did.REMOVED) removeEmpty(project, OPENCODE);
                return outcome;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(FILE);
        }
    }

    private static Outcome removeFrom(Folder opencode) throws Failure, FileFault {
        var there = open(opencode, PLUGINS);
        if (there.isEmpty()) return new Outcome(FILE, Did.NOT_THERE);
        try (var plugins = there.get()) {
            if (!isOurs(plugins)) return new Outcome(FILE, Did.NOT_THERE);
            AtomicFile.remove(plugins, PLUGIN);
        }
        removeEmpty(opencode, PLUGINS);
        return new Outcome(FILE, Did.REMOVED);
    }

    private static boolean isOurs(Folder plugins) throws Failure {
        return AtomicFile.readIfThere(plugins, PLUGIN, LONGEST_BYTES)
                .filter(bytes -> Arrays.equals(bytes, TEXT))
                .isPresent();
    }

    private static Optional<Folder> open(Folder parent, Name name) throws FileFault {
        try {
            return Optional.of(parent.folder(name));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault;
        }
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
