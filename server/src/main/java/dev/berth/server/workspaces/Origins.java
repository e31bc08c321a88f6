package dev.berth.server.workspaces;

import dev.berth.failure.Failure;
import dev.berth.server.access.Caller;
import dev.berth.server.problem.Objection;
import dev.berth.session.Session;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.git.GitUrl;
import dev.berth.session.life.Importing;
import dev.berth.session.life.NewSession;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// Where the first files of a workspace may come from: a word that names a checkpoint, a bundle, a
/// folder of this machine or a repository. The last two are for those who run the server.
record Origins(Importing importing, List<Path> roots) {
    private static final String BUNDLE = "ship-";

    Session make(NewSession wish, String from, Caller caller) throws Failure, Objection {
        if (GitUrl.isMeant(from)) {
            caller.require(Scope.ADMIN);
            return importing.fromGit(wish, GitUrl.parse(from));
        }
        if (from.startsWith("/") || from.startsWith(".")) {
            caller.require(Scope.ADMIN);
            return importing.fromFolder(wish, path(from), roots);
        }
        if (from.startsWith(BUNDLE)) return importing.fromBundle(wish, from);
        if (from.isBlank()) throw new Failure.Malformed("from is empty", "name a checkpoint");
        return importing.fromPoint(wish, from);
    }

    private static Path path(String text) throws Failure {
        try {
            return Path.of(text);
        } catch (InvalidPathException notAPath) {
            throw new Failure.Malformed("from is no path", "start it with /").because(notAPath);
        }
    }
}
