package dev.berth.bench.depot;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.Walk;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Everything below a folder as one line each: kind, permission bits, modification time to the
/// nanosecond, and content or target. The folder itself does not count.
final class TreeFacts {
    private final Map<String, String> facts = new TreeMap<>();

    private TreeFacts() {}

    static TreeFacts of(Path path) throws FileFault {
        var all = new TreeFacts();
        try (var root = SystemFiles.here().open(path)) {
            Walk.below(root, all.new Reading());
        }
        return all;
    }

    int count() {
        return facts.size();
    }

    /// What of this is missing, too much or other in `restored`, one line for each path.
    List<String> differences(TreeFacts restored) {
        var lines = new ArrayList<String>();
        facts.forEach(
                (path, fact) -> {
                    String there = restored.facts.getOrDefault(path, "nothing");
                    if (!there.equals(fact)) {
                        lines.add("%s: %s instead of %s".formatted(path, there, fact));
                    }
                });
        for (String path : restored.facts.keySet()) {
            if (!facts.containsKey(path)) lines.add(path + ": was not there");
        }
        return lines;
    }

    private final class Reading implements Walk.Visitor<FileFault> {
        private final MemorySegment buffer = MemorySegment.ofArray(new byte[1 << 20]);
        private final MessageDigest sha = sha256();

        @Override
        public void entry(Found entry, Folder in) throws FileFault {
            String content = "";
            if (entry.stat().isLink()) content = in.readLink(entry.name()).toString();
            else if (entry.stat().isFile()) content = hash(entry, in);
            facts.put(entry.toString(), fact(entry.stat(), content));
        }

        @Override
        public void leave(Found folder) {
            if (folder.depth() > 0) facts.put(folder.toString(), fact(folder.stat(), ""));
        }

        @Override
        public void unreadable(Found folder, FileFault why) throws FileFault {
            throw why;
        }

        private String hash(Found entry, Folder in) throws FileFault {
            try (var file = in.read(entry.name())) {
                for (long at = 0; ; ) {
                    int count = file.read(buffer, at);
                    if (count == 0) break;
                    sha.update(buffer.asSlice(0, count).asByteBuffer());
                    at += count;
                }
            }
            return HexFormat.of().formatHex(sha.digest());
        }
    }

    private static String fact(FileStat stat, String content) {
        return "%s %o %d.%09d %s"
                .formatted(
                        stat.kind(),
                        stat.mode(),
                        stat.modifiedSeconds(),
                        stat.modifiedNanos(),
                        content);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
