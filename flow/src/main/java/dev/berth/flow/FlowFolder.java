package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Optional;

/// The `.flow` folder of a project and its `history`, open and free of links.
final class FlowFolder implements AutoCloseable {
    static final Name FLOW = Name.of(".flow");
    static final Name SESSION = Name.of("session.json");
    static final Name INSTRUCTIONS = Name.of("opencode-instructions.md");
    static final Name LOCK = Name.of("session.lock");
    static final Name HISTORY = Name.of("history");
    static final Name GITIGNORE = Name.of(".gitignore");

    static final int PRIVATE_FOLDER = 0700;
    private static final int DEEPEST = 16;

    private final ProjectRoot root;
    private final Folder project;
    private final Folder flow;

    private FlowFolder(ProjectRoot root, Folder project, Folder flow) {
        this.root = root;
        this.project = project;
        this.flow = flow;
    }

    /// The folder as it is, for looking; empty when there is none.
    static Optional<FlowFolder> look(ProjectRoot root, FileLayer files) throws Failure {
        return opened(root, files, project -> project.folder(FLOW), _ -> {});
    }

    /// The folder made ready for a change: there, private, without links.
    static FlowFolder prepare(ProjectRoot root, FileLayer files) throws Failure {
        return opened(root, files, FlowFolder::made, FlowFolder::keepPrivate)
                .orElseThrow(() -> new Failure.Unavailable(".flow vanished", "try again"));
    }

    ProjectRoot root() {
        return root;
    }

    /// The project's own folder.
    Folder project() {
        return project;
    }

    Folder flow() {
        return flow;
    }

    /// The history, made when it is not there; the caller closes it.
    Folder history() throws Failure {
        return AtomicFile.folders(flow, PRIVATE_FOLDER, HISTORY);
    }

    /// The history as it is; the caller closes it.
    Optional<Folder> historyIfThere() throws Failure {
        try {
            return Optional.of(flow.folder(HISTORY));
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw misplaced(fault, ".flow/history");
        }
    }

    /// What a failure to make `.flow` means: a root that cannot be written is refused by name.
    private static Failure writable(ProjectRoot root, Failure failure) {
        if (!(failure.getCause() instanceof FileFault fault)) return failure;
        return switch (fault.errno()) {
            case EROFS, EACCES, EPERM ->
                    new Failure.Refused(
                                    "%s is not writable: %s"
                                            .formatted(root, fault.errno().meaning()),
                                    "check its owner and permissions, or name another --root")
                            .because(fault);
            default -> failure;
        };
    }

    @Override
    public void close() {
        flow.close();
        project.close();
    }

    private static Folder project(ProjectRoot root, FileLayer files) throws Failure {
        try {
            return files.open(root.path());
        } catch (FileFault fault) {
            throw writable(root, fault.asFailure(root.toString()));
        }
    }

    /// How the folder is opened, or made fit.
    private interface Opening {
        Folder open(Folder project) throws FileFault, Failure;
    }

    private interface Fitting {
        void fit(FlowFolder folder) throws FileFault, Failure;
    }

    private static Optional<FlowFolder> opened(
            ProjectRoot root, FileLayer files, Opening opening, Fitting fitting) throws Failure {
        var project = project(root, files);
        try {
            var folder = new FlowFolder(root, project, opening.open(project));
            try {
                refuseLinks(folder.flow, ".flow", DEEPEST);
                fitting.fit(folder);
                return Optional.of(folder);
            } catch (FileFault | Failure | RuntimeException failed) {
                folder.flow.close();
                throw failed;
            }
        } catch (FileFault fault) {
            project.close();
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw switch (fault.errno()) {
                case EACCES, EPERM, EROFS ->
                        Trouble.unusable(root.path().resolve(".flow").toString(), fault);
                default -> misplaced(fault, ".flow");
            };
        } catch (Failure failure) {
            project.close();
            throw writable(root, failure);
        } catch (RuntimeException bug) {
            project.close();
            throw bug;
        }
    }

    private static Folder made(Folder project) throws FileFault, Failure {
        refuseStranger(project);
        return AtomicFile.folders(project, PRIVATE_FOLDER, FLOW);
    }

    private static void refuseStranger(Folder project) throws FileFault {
        var there = project.stat(FLOW);
        if (there.isEmpty() || there.get().isFolder()) return;
        throw new FileFault(
                there.get().isLink() ? Errno.ELOOP : Errno.ENOTDIR, "open", FLOW.toString());
    }

    /// Nothing here is ever followed, so a link can only be meant to mislead: say so and stop.
    private static void refuseLinks(Folder folder, String shown, int deepest)
            throws FileFault, Failure {
        for (var entry : folder.list()) {
            String path = shown + "/" + entry.name();
            if (entry.kind() == Kind.LINK) {
                throw new Failure.Refused(
                        path + " is a symbolic link", "find out who made it, and remove it");
            }
            if (entry.kind() != Kind.FOLDER || deepest == 0) continue;
            try (var inner = folder.folder(entry.name())) {
                refuseLinks(inner, path, deepest - 1);
            } catch (FileFault fault) {
                // Locks come and go meanwhile; a folder that may not be read is not ours to judge.
                if (!fault.is(Errno.ENOENT) && !fault.is(Errno.EACCES)) throw fault;
            }
        }
    }

    /// Takes away what others may do; what its owner may not do stays as he wants it.
    private void keepPrivate() throws FileFault {
        int mode = flow.stat().mode();
        if ((mode & ~PRIVATE_FOLDER) != 0) project.setMode(FLOW, mode & PRIVATE_FOLDER);
    }

    private static Failure misplaced(FileFault fault, String shown) {
        return switch (fault.errno()) {
            case ELOOP ->
                    new Failure.Refused(
                                    shown + " is a symbolic link",
                                    "find out who made it, and remove it")
                            .because(fault);
            case ENOTDIR ->
                    new Failure.Refused(shown + " is not a folder", "move it away").because(fault);
            default -> fault.asFailure(shown);
        };
    }
}
