package dev.berth.flow.register;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Puts an entry into a file of the project, or takes it out.
public record Registering(Folder project) {
    private static final int LONGEST_BYTES = 4 << 20;
    private static final int USUAL_MODE = 0644;
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    /// What became of a file.
    public record Outcome(String file, Did did) {}

    public enum Did {
        ADDED,
        ALREADY_THERE,
        REMOVED,
        NOT_THERE
    }

    public Outcome add(Agent agent) throws Failure {
        var before = read(agent);
        String after =
                before.isPresent() ? agent.entry().addedTo(before.get()) : agent.entry().alone();
        if (before.equals(Optional.of(after))) return outcome(agent, Did.ALREADY_THERE);
        write(agent, before, after);
        return outcome(agent, Did.ADDED);
    }

    public Outcome remove(Agent agent) throws Failure {
        var before = read(agent);
        if (before.isEmpty()) return outcome(agent, Did.NOT_THERE);
        var after = agent.entry().removedFrom(before.get());
        if (before.equals(after)) return outcome(agent, Did.NOT_THERE);
        if (after.isPresent()) write(agent, before, after.get());
        else AtomicFile.remove(project, name(agent));
        return outcome(agent, Did.REMOVED);
    }

    private static Outcome outcome(Agent agent, Did did) {
        return new Outcome(agent.file(), did);
    }

    private Optional<String> read(Agent agent) throws Failure {
        try {
            return AtomicFile.readIfThere(project, name(agent), LONGEST_BYTES)
                    .map(bytes -> new String(bytes, BYTES));
        } catch (Failure failure) {
            if (failure.getCause() instanceof FileFault fault && fault.is(Errno.ELOOP)) {
                throw new Failure.Refused(
                                agent.file() + " is a symbolic link",
                                "edit the file that it points at; nothing was changed")
                        .because(fault);
            }
            throw failure;
        }
    }

    /// Looks once more before replacing it: an editor may have saved meanwhile.
    private void write(Agent agent, Optional<String> before, String after) throws Failure {
        var staged =
                AtomicFile.stage(project, name(agent), after.getBytes(BYTES), mode(name(agent)));
        if (!read(agent).equals(before)) {
            staged.discard();
            throw new Failure.Unavailable(
                    agent.file() + " changed meanwhile; it was left alone", "try again");
        }
        if (before.isPresent()) staged.publish();
        else staged.publishNew();
    }

    private int mode(Name name) throws Failure {
        try {
            var there = project.stat(name);
            return there.isPresent() ? there.get().mode() : USUAL_MODE;
        } catch (FileFault fault) {
            throw fault.asFailure(name.toString());
        }
    }

    private static Name name(Agent agent) {
        return Name.of(agent.file());
    }
}
