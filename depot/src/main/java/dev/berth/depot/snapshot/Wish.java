package dev.berth.depot.snapshot;

import dev.berth.depot.statcache.CacheKey;
import dev.berth.depot.statcache.FolderTable;
import dev.berth.depot.statcache.StatCacheWriter;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What is to be taken besides the tree itself: whose it is, the session's facts, patterns of what
/// is left out, the folder that is never taken because it is the depot, where this machine
/// remembers what the tree looked like, and what was said so far.
public record Wish(
        SessionId session,
        Json.Obj facts,
        List<String> excludes,
        Optional<FileStat> depot,
        Optional<Memory> memory,
        Said said) {
    public Wish {
        excludes = List.copyOf(excludes);
    }

    /// Without a transcript.
    public Wish(
            SessionId session,
            Json.Obj facts,
            List<String> excludes,
            Optional<FileStat> depot,
            Optional<Memory> memory) {
        this(session, facts, excludes, depot, memory, Said.NOTHING);
    }

    /// With the session's own facts, and its conversation, which the checkpoint will carry.
    public Wish saying(Json.Obj known, Said words) {
        return new Wish(session, known, excludes, depot, memory, words);
    }

    public static Wish of(SessionId session) {
        return new Wish(
                session, Json.object().build(), List.of(), Optional.empty(), Optional.empty());
    }

    public Wish remembering(Folder folder, CacheKey key) {
        var remembered = Optional.of(new Memory(folder, key));
        return new Wish(session, facts, excludes, depot, remembered, said);
    }

    public Wish excluding(List<String> patterns) {
        return new Wish(session, facts, patterns, depot, memory, said);
    }

    /// A folder of stat caches, which stays the caller's, and which one of them is meant.
    public record Memory(Folder folder, CacheKey key) {
        /// The topmost folder of a volume: its facts, where its table is, and all that is in it.
        public record Root(FileStat stat, long table, Subtree tree) {}

        /// Puts what was gathered in place of the former; `mark` tells what it stands on.
        public void write(StatCacheWriter writer, Map<Volume, Root> roots, Mark mark)
                throws Failure {
            var byName = new TreeMap<String, Root>();
            roots.forEach((volume, root) -> byName.put(volume.label(), root));
            var top = new FolderTable();
            mark.addTo(top, byName.firstEntry().getValue().stat());
            byName.forEach(
                    (name, root) ->
                            top.addFolder(
                                    Name.of(name),
                                    root.stat(),
                                    root.table(),
                                    Meaning.ofFolder(root.tree())));
            writer.write(folder, writer.folder(top));
        }
    }

    List<byte[]> patterns() {
        return excludes.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    boolean isDepot(FileStat stat) {
        if (depot.isEmpty()) return false;
        var own = depot.get();
        return own.inode() == stat.inode() && own.device() == stat.device();
    }
}
