package dev.berth.disk.git;

import dev.berth.disk.Shown;
import dev.berth.disk.Volume;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A folder that git knows: what git keeps out of it.
public record GitWorkTree(FileLayer files, Path tree) {
    private static final Name GIT = Name.of(".git");

    /// Paths below the tree, without a slash in front, that are not part of the work: all `.git`,
    /// and what `git check-ignore` names. Below one of them nothing else is named.
    public Set<String> leftOut() throws Failure {
        if (!isInside()) {
            throw new Failure.Refused(
                    tree + " is not a git work tree", "leave --git out, or name a work tree");
        }
        var found = new HashSet<String>();
        try (var root = files.open(tree)) {
            repository(root, "", found);
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
        return found;
    }

    /// Refuses when git tracks something in a private volume of this tree, which need not be there
    /// yet: git remembers what was removed.
    public void refuseTracked() throws Failure {
        Path whole = tree.toAbsolutePath().normalize();
        var parent = whole.getParent();
        if (exists() || parent == null) refuseTracked("");
        else new GitWorkTree(files, parent).refuseTracked(whole.getFileName() + "/");
    }

    private void refuseTracked(String below) throws Failure {
        if (!isInside()) return;
        var line = new ArrayList<>(List.of("ls-files", "-z", "--"));
        for (var volume : Volume.withheld()) line.add(":(literal)" + below + volume.label() + "/");
        var answer = new Git(tree).run("", line.toArray(String[]::new));
        if (answer.code() != 0) throw complaint(answer);
        if (answer.out().isEmpty()) return;
        String first = answer.out().substring(0, answer.out().indexOf('\0'));
        // A repository inside has the volume's own name, without a slash.
        int end = first.indexOf('/', below.length()) + 1;
        throw new Failure.Conflict(
                "git already tracks %s, which would be private".formatted(Shown.text(first)),
                "take it out with `git rm -r --cached %s`"
                        .formatted(Shown.text(end == 0 ? first : first.substring(0, end))),
                Map.of("tracked", first));
    }

    private boolean exists() throws Failure {
        try (var _ = files.open(tree)) {
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault.asFailure(tree.toString());
        }
    }

    /// Whether a repository lies here or above; if not, git need not even be installed.
    private boolean isBelowRepository() {
        try {
            for (var at = files.realPath(tree.toAbsolutePath()); at != null; at = at.getParent()) {
                try (var folder = files.open(at)) {
                    if (folder.stat(GIT).isPresent()) return true;
                }
            }
            return false;
        } catch (FileFault fault) {
            // What cannot be looked at may be one: git will tell.
            return !fault.is(Errno.ENOENT);
        }
    }

    private boolean isInside() throws Failure {
        if (!isBelowRepository()) return false;
        var answer = new Git(tree).run("", "rev-parse", "--is-inside-work-tree");
        if (answer.code() == 0) return answer.out().strip().equals("true");
        if (answer.err().contains("not a git repository")) return false;
        throw complaint(answer);
    }

    /// One repository's share of the tree. Git refuses to speak about what lies in a repository
    /// inside another, so each inner one is asked itself.
    private void repository(Folder root, String at, Set<String> found) throws FileFault, Failure {
        var names = new ArrayList<String>();
        var inner = new ArrayList<String>();
        gather(root, at, names, inner, found);
        var ignored = checkIgnore(at, names);
        found.addAll(ignored);
        for (String folder : inner) {
            if (isBelowAny(folder, ignored)) continue;
            try (var opened = descend(root, folder.substring(at.length()))) {
                repository(opened, folder + "/", found);
            }
        }
    }

    /// `at` ends in a slash or is empty; names are told from the tree's root.
    private void gather(
            Folder folder, String at, List<String> names, List<String> inner, Set<String> found)
            throws FileFault, Failure {
        for (var entry : folder.list()) {
            String path = at + entry.name().text().orElse("");
            if (entry.name().equals(GIT)) {
                found.add(path);
                continue;
            }
            if (entry.name().text().isEmpty()) continue;
            names.add(path);
            if (entry.kind() != Kind.FOLDER) continue;
            try (var below = folder.folder(entry.name())) {
                if (below.stat(GIT).isPresent()) inner.add(path);
                else gather(below, path + "/", names, inner, found);
            } catch (FileFault fault) {
                if (!fault.is(Errno.EACCES)) throw fault;
            }
        }
    }

    private Set<String> checkIgnore(String at, List<String> names) throws Failure {
        if (names.isEmpty()) return Set.of();
        var input = new StringBuilder();
        for (String name : names) input.append(name.substring(at.length())).append('\0');
        var answer =
                new Git(tree.resolve(at)).run(input.toString(), "check-ignore", "-z", "--stdin");
        // 1 says that nothing is ignored.
        if (answer.code() > 1) throw complaint(answer);
        var ignored = new HashSet<String>();
        for (String name : answer.out().split("\0", -1)) {
            if (!name.isEmpty()) ignored.add(at + name);
        }
        return ignored;
    }

    private static boolean isBelowAny(String path, Set<String> folders) {
        for (int i = path.length(); i > 0; i = path.lastIndexOf('/', i - 1)) {
            if (folders.contains(path.substring(0, i))) return true;
        }
        return false;
    }

    private static Folder descend(Folder root, String path) throws FileFault {
        int slash = path.indexOf('/');
        if (slash < 0) return root.folder(Name.of(path));
        try (var next = root.folder(Name.of(path.substring(0, slash)))) {
            return descend(next, path.substring(slash + 1));
        }
    }

    private static Failure complaint(Git.Answer answer) {
        return new Failure.Refused(
                "git says: " + Shown.text(answer.err()), "mend that, or leave git out of it");
    }
}
