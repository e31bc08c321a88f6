package dev.berth.flow;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;

/// The folder of a project: one that exists, and is neither the root of the file system nor
/// somebody's home, by whatever path it was reached. State that belongs to one project would
/// otherwise be found from every folder below.
public record ProjectRoot(Path path) {
    public ProjectRoot {
        if (!path.isAbsolute()) throw new IllegalArgumentException("not absolute: " + path);
    }

    /// Whether state may be kept in the folder that `named` leads to.
    ///
    /// @throws Failure.Refused saying by name what it is instead
    public static ProjectRoot check(Path named, Homes homes, FileLayer files) throws Failure {
        var path = real(named, files);
        var folder = identity(path, files);
        if (path.getParent() == null || folder.equals(identity(Path.of("/"), files))) {
            throw refused(named, path, "is the root of the file system");
        }
        for (Path home : homes.paths()) {
            if (sameFolder(home, folder, files)) throw refused(named, path, "is the home folder");
        }
        return new ProjectRoot(path);
    }

    /// The nearest folder from `start` upwards that has a `.flow` in it; checked as above.
    public static Optional<ProjectRoot> find(Path start, Homes homes, FileLayer files)
            throws Failure {
        for (Path at = real(start, files); at != null; at = at.getParent()) {
            if (hasFlow(at, files)) return Optional.of(check(at, homes, files));
        }
        return Optional.empty();
    }

    private static boolean hasFlow(Path path, FileLayer files) throws Failure {
        try (var folder = files.open(path)) {
            return folder.stat(FlowFolder.FLOW).isPresent();
        } catch (FileFault fault) {
            // A folder above that this user may not look into is not his project.
            if (fault.is(Errno.EACCES) || fault.is(Errno.EPERM)) return false;
            throw fault.asFailure(path.toString());
        }
    }

    private static Path real(Path named, FileLayer files) throws Failure {
        try {
            return files.realPath(named.toAbsolutePath());
        } catch (FileFault fault) {
            throw unusable(named, fault);
        }
    }

    private static Identity identity(Path path, FileLayer files) throws Failure {
        try (var folder = files.open(path)) {
            FileStat stat = folder.stat();
            return new Identity(stat.device(), stat.inode());
        } catch (FileFault fault) {
            throw unusable(path, fault);
        }
    }

    private static boolean sameFolder(Path home, Identity folder, FileLayer files) {
        try {
            return identity(home, files).equals(folder);
        } catch (Failure noSuchHome) {
            return false;
        }
    }

    private static Failure unusable(Path named, FileFault fault) {
        return switch (fault.errno()) {
            case ENOENT -> refused(named, named, "does not exist").because(fault);
            case ENOTDIR -> refused(named, named, "is not a folder").because(fault);
            case EACCES, EPERM, ELOOP, ENAMETOOLONG, EINVAL ->
                    refused(named, named, "cannot be used: " + fault.errno().meaning())
                            .because(fault);
            default -> fault.asFailure(named.toString());
        };
    }

    private static Failure refused(Path named, Path real, String what) {
        String shown = named.equals(real) ? named.toString() : "%s (%s)".formatted(named, real);
        return new Failure.Refused(
                "%s %s".formatted(shown, what), "name the folder of a project with --root");
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /// One folder, whatever leads to it.
    private record Identity(long device, long inode) {}
}
