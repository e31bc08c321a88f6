package dev.berth.flow.register;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.Staged;
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
        /// Ours, and brought up to date.
        UPDATED,
        REMOVED,
        NOT_THERE
    }

    public Outcome add(Agent agent) throws Failure {
        String file = file(agent);
        var entry = agent.entry(file);
        var before = read(file);
        String after = before.isPresent() ? entry.addedTo(before.get()) : entry.alone();
        if (before.equals(Optional.of(after))) return new Outcome(file, Did.ALREADY_THERE);
        write(file, before, after);
        return new Outcome(file, Did.ADDED);
    }

    public Outcome remove(Agent agent) throws Failure {
        String file = file(agent);
        var before = read(file);
        if (before.isEmpty()) return new Outcome(file, Did.NOT_THERE);
        var after = agent.entry(file).removedFrom(before.get());
        if (before.equals(after)) return new Outcome(file, Did.NOT_THERE);
        if (after.isPresent()) write(file, before, after.get());
        else AtomicFile.remove(project, Name.of(file));
        return new Outcome(file, Did.REMOVED);
    }

    /// The one that is there, else the one to be made.
    private String file(Agent agent) throws Failure {
        for (String file : agent.files()) {
            if (stat(file).isPresent()) return file;
        }
        return agent.files().getFirst();
    }

    private Optional<String> read(String file) throws Failure {
        try {
            return AtomicFile.readIfThere(project, Name.of(file), LONGEST_BYTES)
                    .map(bytes -> new String(bytes, BYTES));
        } catch (Failure failure) {
            if (failure.getCause() instanceof FileFault fault && fault.is(Errno.ELOOP)) {
                throw new Failure.Refused(
                                file + " is a symbolic link",
                                "edit the file that it points at; nothing was changed")
                        .because(fault);
            }
            throw failure;
        }
    }

    /// Looks once more before replacing it: an editor may have saved meanwhile.
    private void write(String file, Optional<String> before, String after) throws Failure {
        var there = stat(file);
        int mode = there.map(FileStat::mode).orElse(USUAL_MODE);
        var staged = AtomicFile.stage(project, Name.of(file), after.getBytes(BYTES), mode);
        if (there.isPresent()) keepOwner(staged, there.get());
        if (!read(file).equals(before)) {
            staged.discard();
            throw new Failure.Unavailable(
                    file + " changed meanwhile; it was left alone", "try again");
        }
        if (before.isPresent()) staged.publish();
        else staged.publishNew();
    }

    /// Only root can give files away; what anybody else writes is his.
    private void keepOwner(Staged staged, FileStat there) throws Failure {
        try {
            var ours = project.stat(staged.temporary());
            if (ours.isEmpty()) return;
            boolean same = ours.get().uid() == there.uid() && ours.get().gid() == there.gid();
            if (!same) project.setOwner(staged.temporary(), there.uid(), there.gid());
        } catch (FileFault fault) {
            if (fault.is(Errno.EPERM) || fault.is(Errno.EACCES) || fault.is(Errno.EINVAL)) return;
            staged.discard();
            throw fault.asFailure(staged.temporary().toString());
        }
    }

    private Optional<FileStat> stat(String file) throws Failure {
        try {
            return project.stat(Name.of(file));
        } catch (FileFault fault) {
            throw fault.asFailure(file);
        }
    }
}
