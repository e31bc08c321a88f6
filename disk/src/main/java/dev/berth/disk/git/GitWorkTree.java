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

    /// Refuses when git tracks something in a private volume of this tree.
    public void refuseTracked() throws Failure {
        if (!isInside()) return;
        var line = new ArrayList<>(List.of("ls-files", "-z", "--"));
        for (var volume : Volume.withheld()) line.add(volume.label() + "/");
        var answer = new Git(tree).run("", line.toArray(String[]::new));
        if (answer.code() != 0) throw complaint(answer);
        if (answer.out().isEmpty()) return;
        String first = answer.out().substring(0, answer.out().indexOf('\0'));
        throw new Failure.Conflict(
                "git already tracks %s, which would be private".formatted(Shown.text(first)),
                "take it out with `git rm -r --cached %s`"
                        // A repository inside has the volume's own name, without a slash.
                        .formatted(
                                first.indexOf('/') < 0
                                        ? first
                                        : first.substring(0, first.indexOf('/') + 1)),
                Map.of("tracked", first));
    }

    private boolean isInside() throws Failure {
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
