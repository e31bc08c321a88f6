package dev.berth.server.files;

import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;
import dev.berth.server.http.Call;
import dev.berth.session.files.Expected;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a call asks for to hold before it is done: `If-Match`, `If-None-Match` and `If-Range`. Tags
/// are content hashes in quotes; others, and weak ones, stand for content that is not there.
record Conditions(Optional<Tags> match, Optional<Tags> noneMatch, Optional<String> range) {
    /// Some tags, or any at all.
    record Tags(boolean any, List<ContentHash> hashes) {
        boolean hold(ContentHash hash) {
            return any || hashes.contains(hash);
        }
    }

    static Conditions of(Call call) throws Failure {
        return new Conditions(
                tags(call, "If-Match"), tags(call, "If-None-Match"), call.header("If-Range"));
    }

    static String tag(ContentHash hash) {
        return "\"" + hash.hex() + "\"";
    }

    private static Optional<Tags> tags(Call call, String header) throws Failure {
        var given = call.headers(header);
        if (given.isEmpty()) return Optional.empty();
        String all = String.join(",", given).strip();
        if (all.equals("*")) return Optional.of(new Tags(true, List.of()));
        boolean weakCounts = header.equals("If-None-Match");
        var hashes = new ArrayList<ContentHash>();
        for (String part : all.split(",", -1)) {
            hash(part.strip(), header, weakCounts).ifPresent(hashes::add);
        }
        return Optional.of(new Tags(false, hashes));
    }

    private static Optional<ContentHash> hash(String tag, String header, boolean weakCounts)
            throws Failure {
        boolean weak = tag.startsWith("W/");
        String inner = weak ? tag.substring(2) : tag;
        boolean quoted = inner.length() >= 2 && inner.startsWith("\"") && inner.endsWith("\"");
        String text = quoted ? inner.substring(1, inner.length() - 1) : inner;
        if (text.indexOf('"') >= 0 || text.isEmpty() || (weak && !quoted)) {
            throw new Failure.Malformed(
                    header + " cannot be read", "send * or a tag as ETag gave it, in quotes");
        }
        if (weak && !weakCounts) return Optional.empty();
        try {
            return Optional.of(ContentHash.parse(text));
        } catch (Failure.Malformed another) {
            return Optional.empty();
        }
    }

    /// What must lie there before something is written or removed.
    Expected beforeChange() throws Failure {
        if (match.isPresent() && noneMatch.isPresent()) {
            throw new Failure.Malformed(
                    "If-Match and If-None-Match contradict each other", "send one of them");
        }
        if (match.isPresent()) {
            var tags = match.get();
            return tags.any() ? Expected.something() : new Expected.OneOf(tags.hashes());
        }
        if (noneMatch.isPresent()) {
            var tags = noneMatch.get();
            return tags.any() ? Expected.nothing() : new Expected.NoneOf(tags.hashes());
        }
        return Expected.anything();
    }

    /// Whether a range of this content is wanted, and not the whole of another one.
    boolean wantRangeOf(ContentHash hash) {
        return range.isEmpty() || range.get().strip().equals(tag(hash));
    }
}
