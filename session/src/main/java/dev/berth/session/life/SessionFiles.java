package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.failure.Failure;
import dev.berth.session.SessionKey;
import dev.berth.session.Verb;
import dev.berth.session.files.Expected;
import dev.berth.session.files.FileContent;
import dev.berth.session.files.FileEntry;
import dev.berth.session.files.FilePath;
import dev.berth.session.files.FileTree;
import dev.berth.session.files.FileWalk;
import dev.berth.session.files.Hashes;
import dev.berth.session.files.Incoming;
import dev.berth.session.files.NamePattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What lies in the volumes of sessions. Answers alike in every state and starts nothing: a live
/// session's folder is looked into while its agent works, a cold one's files where they lie.
///
/// Reading is no activity and waits for nobody. A write waits for checkpoints and moves of the
/// session, not for its turns; it is durable on return, in the live tree and among the events, or
/// of a cold session as a checkpoint. Safe for use by several threads.
public final class SessionFiles {
    private static final int ATTEMPTS = 5;

    private final Workshop shop;
    private final Grips grips;
    private final FileSources sources;
    private final FileChanges changes;
    private final Station station;

    SessionFiles(Station station, Workshop shop, Trees trees, Points points, Sleeping sleeping) {
        this.station = station;
        this.shop = shop;
        grips = trees.grips();
        sources = new FileSources(station, trees, points, new Hashes(station.clock()));
        var gauge = new Gauge(station.files());
        changes = new FileChanges(station, trees, points, sleeping, sources, gauge);
    }

    /// Something that is asked of one volume.
    public interface Question<T> {
        T of(FileTree tree) throws Failure;
    }

    /// Answers a question about a volume as it is at one time: should its files be moved away
    /// meanwhile, it is asked again.
    public <T> T ask(SessionKey key, Volume volume, Question<T> question) throws Failure {
        for (int attempt = 1; ; attempt++) {
            try (var view = view(key, volume)) {
                try {
                    T answer = question.of(view.tree());
                    view.requireUnmoved();
                    return answer;
                } catch (Failure failure) {
                    if (view.isUnmoved() || attempt == ATTEMPTS) throw failure;
                }
            }
        }
    }

    /// What lies at `path`; empty when nothing does, and for the top of the volume.
    public Optional<FileEntry> stat(SessionKey key, Volume volume, FilePath path) throws Failure {
        return ask(key, volume, tree -> tree.stat(path));
    }

    /// What lies in a folder, by name.
    public List<FileEntry> list(SessionKey key, Volume volume, FilePath folder) throws Failure {
        return ask(key, volume, tree -> tree.list(folder));
    }

    /// An entry that was looked for, and where it lies in its volume.
    public record Hit(FilePath path, FileEntry entry) {}

    /// What was found; `more` when there are others beyond the limit.
    public record Hits(List<Hit> hits, boolean more) {}

    /// Looks for names below a folder.
    public Hits find(SessionKey key, Volume volume, FilePath folder, NamePattern pattern, int limit)
            throws Failure {
        return ask(key, volume, tree -> found(tree, folder, pattern, limit));
    }

    private static Hits found(FileTree tree, FilePath folder, NamePattern pattern, int limit)
            throws Failure {
        var hits = new ArrayList<Hit>();
        FileWalk.below(
                tree,
                folder,
                (path, entry) -> {
                    if (pattern.matches(entry.name())) {
                        hits.add(new Hit(folder.below(path), entry));
                    }
                    return hits.size() <= limit;
                });
        boolean more = hits.size() > limit;
        return new Hits(List.copyOf(more ? hits.subList(0, limit) : hits), more);
    }

    /// Opens a volume for looks that take longer; see [FileView#requireUnmoved].
    public FileView view(SessionKey key, Volume volume) throws Failure {
        var look = grips.looking(key);
        try {
            return new FileView(look, sources.open(shop.require(key), volume));
        } catch (Failure | RuntimeException | Error failure) {
            look.close();
            throw failure;
        }
    }

    /// Opens a file, to be closed; nothing when it is a folder.
    public Optional<OpenedFile> openUnlessFolder(SessionKey key, Volume volume, FilePath path)
            throws Failure {
        for (int attempt = 1; ; attempt++) {
            var view = view(key, volume);
            try {
                var content = view.tree().openUnlessFolder(path);
                boolean last = view.isUnmoved() || attempt == ATTEMPTS;
                if (last && content.isPresent()) {
                    return Optional.of(new OpenedFile(view, content.get()));
                }
                content.ifPresent(FileContent::close);
                view.close();
                if (last) return Optional.empty();
            } catch (Failure failure) {
                boolean last = view.isUnmoved() || attempt == ATTEMPTS;
                view.close();
                if (last) throw failure;
            }
        }
    }

    /// Opens a file, to be closed; refused when it is something else.
    public OpenedFile open(SessionKey key, Volume volume, FilePath path) throws Failure {
        return openUnlessFolder(key, volume, path)
                .orElseThrow(() -> new Failure.Refused(path + " is a folder", "name a file in it"));
    }

    /// Begins to write files, all of which are there after [FileUpload#finish] and none before.
    public FileUpload upload(SessionKey key, Volume volume) throws Failure {
        var session = shop.require(key);
        Verb.WRITE.begin(session);
        changes.requirePlace(session, volume);
        var incoming = Incoming.open(station.files(), station.home(), station.random());
        return new FileUpload(this, session, volume, incoming);
    }

    /// The bytes that a session uses by now, for words about them.
    long inUse(SessionKey key) throws Failure {
        return changes.inUse(shop.require(key), Long.MAX_VALUE);
    }

    /// What was done: whether it is new there, and the checkpoint that it made of a cold session.
    public record Done(boolean isNew, Optional<String> checkpoint) {}

    Done place(SessionKey key, FileChanges.Wish wish, Incoming incoming) throws Failure {
        return apply(key, wish, incoming);
    }

    /// Removes an entry; a folder with something in it only `whole`.
    public Done remove(
            SessionKey key, Volume volume, FilePath path, boolean whole, Expected expected)
            throws Failure {
        var session = shop.require(key);
        Verb.WRITE.begin(session);
        if (path.isTop()) {
            throw new Failure.Refused(
                    "the top of a volume cannot be removed", "name something that lies in it");
        }
        changes.requirePlace(session, volume);
        try (var incoming = Incoming.open(station.files(), station.home(), station.random())) {
            return apply(key, new FileChanges.Removal(volume, path, whole, expected), incoming);
        }
    }

    private Done apply(SessionKey key, FileChanges.Wish wish, Incoming incoming) throws Failure {
        var before = shop.require(key);
        try {
            return shop.beside(
                    key, (lease, session) -> changes.apply(lease, session, wish, incoming));
        } catch (Failure.Locked held) {
            throw changes.elsewhere(before).orElse(held);
        }
    }
}
