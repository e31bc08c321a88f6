package dev.berth.depot.snapshot;

import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.statcache.FolderTable;
import dev.berth.depot.statcache.Level;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What of a depot a memory stands on: the dooms that were known when everything it stands for was
/// there, the packs that hold that, with the bytes each has at least, and likewise the objects of
/// the index that describe those packs; none when that is not known.
public record Mark(Set<String> dooms, Map<PackId, Long> packs, Map<PackId, Long> index) {
    /// The entries that stand for it; no volume has such a name.
    private static final Name DOOMS = Name.of("=");

    private static final Name INDEX = Name.of("=index");
    private static final Name PACKS = Name.of("=packs");

    public Mark {
        dooms = Set.copyOf(dooms);
        packs = Map.copyOf(packs);
        index = Map.copyOf(index);
    }

    /// The same, where other dooms are known.
    public Mark under(Set<String> others) {
        return new Mark(others, packs, index);
    }

    /// Puts it in front of the volumes; what `stat` tells does not matter here.
    void addTo(FolderTable top, FileStat stat) {
        top.add(DOOMS, stat, hash(dooms));
        top.add(INDEX, stat, encode(index));
        top.add(PACKS, stat, encode(packs));
    }

    /// What a memory stands on; empty when it stood on other dooms, or does not say.
    static Optional<Mark> read(Level top, Set<String> dooms) {
        int mark = top.find(DOOMS);
        if (mark == Level.UNKNOWN || !Arrays.equals(top.meaning(mark), hash(dooms))) {
            return Optional.empty();
        }
        int index = top.find(INDEX);
        int packs = top.find(PACKS);
        if (packs == Level.UNKNOWN) return Optional.empty();
        try {
            Map<PackId, Long> known = index == Level.UNKNOWN ? Map.of() : decode(top, index);
            return Optional.of(new Mark(dooms, decode(top, packs), known));
        } catch (Failure unreadable) {
            return Optional.empty();
        }
    }

    private static byte[] encode(Map<PackId, Long> objects) {
        var out = new Encoder().count(objects.size());
        new TreeMap<>(objects).forEach((id, bytes) -> out.raw(id.bytes()).count(bytes));
        return out.toBytes();
    }

    private static Map<PackId, Long> decode(Level top, int entry) throws Failure {
        var in = new Decoder(top.meaning(entry), "a stat cache");
        var packs = new HashMap<PackId, Long>();
        for (int left = in.count(in.left()); left > 0; left--) {
            packs.put(PackId.of(in.raw(PackId.BYTES)), in.count(Long.MAX_VALUE));
        }
        in.done();
        return packs;
    }

    private static byte[] hash(Set<String> dooms) {
        var out = new Encoder();
        for (String each : new TreeSet<>(dooms)) out.text(each);
        return HexFormat.of().parseHex(ContentHash.of(out.toBytes()).hex());
    }
}
