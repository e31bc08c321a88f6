package dev.berth.depot.snapshot;

import dev.berth.depot.statcache.CacheKey;
import dev.berth.disk.SessionId;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What is to be taken besides the tree itself: whose it is, the session's facts, patterns of what
/// is left out, the folder that is never taken because it is the depot, and where this machine
/// remembers what the tree looked like.
public record Wish(
        SessionId session,
        Json.Obj facts,
        List<String> excludes,
        Optional<FileStat> depot,
        Optional<Memory> memory) {
    public Wish {
        excludes = List.copyOf(excludes);
    }

    public static Wish of(SessionId session) {
        return new Wish(
                session, Json.object().build(), List.of(), Optional.empty(), Optional.empty());
    }

    public Wish remembering(Folder folder, CacheKey key) {
        return new Wish(session, facts, excludes, depot, Optional.of(new Memory(folder, key)));
    }

    public Wish excluding(List<String> patterns) {
        return new Wish(session, facts, patterns, depot, memory);
    }

    /// A folder of stat caches, which stays the caller's, and which one of them is meant.
    public record Memory(Folder folder, CacheKey key) {}

    List<byte[]> patterns() {
        return excludes.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    boolean isDepot(FileStat stat) {
        return depot.filter(own -> own.inode() == stat.inode() && own.device() == stat.device())
                .isPresent();
    }
}
