package dev.berth.depot.doom;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.Set;
import java.util.TreeSet;

/// A doom as bytes: the packs (32 each), then pending and forgotten checkpoints by their ids, each
/// set with its count in front and in order; last the names of dooms that are settled, if any are.
final class DoomCodec {
    private DoomCodec() {}

    static byte[] encode(Doom doom) {
        var out = new Encoder().count(doom.packs().size());
        for (var pack : new TreeSet<>(doom.packs())) out.raw(pack.bytes());
        checkpoints(out, doom.pending());
        checkpoints(out, doom.forgotten());
        if (doom.settled().isEmpty()) return out.toBytes();
        out.count(doom.settled().size());
        for (String name : new TreeSet<>(doom.settled())) out.text(name);
        return out.toBytes();
    }

    static Doom decode(Decoder in) throws Failure {
        var packs = new TreeSet<PackId>();
        for (int left = in.count(in.left()); left > 0; left--) {
            packs.add(PackId.of(in.raw(PackId.BYTES)));
        }
        var doom = new Doom(packs, checkpoints(in), checkpoints(in), settled(in));
        in.done();
        return doom;
    }

    private static Set<String> settled(Decoder in) throws Failure {
        var names = new TreeSet<String>();
        if (in.left() == 0) return names;
        for (int left = in.count(in.left()); left > 0; left--) names.add(in.text(64));
        return names;
    }

    private static void checkpoints(Encoder out, Set<CheckpointId> ids) {
        out.count(ids.size());
        for (var id : new TreeSet<>(ids)) out.text(id.value());
    }

    private static Set<CheckpointId> checkpoints(Decoder in) throws Failure {
        var ids = new TreeSet<CheckpointId>();
        for (int left = in.count(in.left()); left > 0; left--) {
            ids.add(
                    CheckpointId.parse(in.text(64))
                            .orElseThrow(() -> in.damaged("an id that is none")));
        }
        return ids;
    }
}
