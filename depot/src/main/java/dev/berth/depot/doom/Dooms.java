package dev.berth.depot.doom;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.Envelope;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// All dooms of one domain, as of when they were read.
///
/// They only ever become more, so that whoever finds the same objects as before knows that nothing
/// was condemned in between, without opening one.
public record Dooms(
        Set<String> objects,
        Set<PackId> packs,
        Set<CheckpointId> pending,
        Set<CheckpointId> forgotten) {
    private static final Envelope ENVELOPE = new Envelope("BRTHDOOM", SealKind.DOOM);
    private static final int LIMIT_BYTES = 64 << 20;

    public Dooms {
        objects = Set.copyOf(objects);
        packs = Set.copyOf(packs);
        pending = Set.copyOf(pending);
        forgotten = Set.copyOf(forgotten);
    }

    /// The names of all doom objects of the tenant.
    public static Set<String> names(Domain domain) throws Failure {
        var names = new TreeSet<String>();
        for (var listed : domain.store().list(folder(domain))) {
            if (PackId.parse(listed.name().last()).isPresent()) names.add(listed.name().last());
        }
        return Set.copyOf(names);
    }

    /// Reads all of them; one that cannot be read is a failure, since nobody knows what it says.
    public static Dooms read(Domain domain) throws Failure {
        return read(domain, names(domain));
    }

    /// Those with these names, and whatever has taken their place.
    public static Dooms read(Domain domain, Set<String> names) throws Failure {
        var packs = new HashSet<PackId>();
        var pending = new HashSet<CheckpointId>();
        var forgotten = new HashSet<CheckpointId>();
        for (String last : names) {
            var name = new BlobName(folder(domain) + last);
            var bytes = domain.store().get(name, LIMIT_BYTES);
            // Several may have been made one meanwhile, which a second look would find.
            if (bytes.isEmpty()) return read(domain);
            if (!ENVELOPE.allegedDomain(name, bytes.get()).equals(domain.name())) continue;
            byte[] plain = ENVELOPE.open(name, domain.sealer(), bytes.get());
            var doom = DoomCodec.decode(new Decoder(plain, name.value()));
            packs.addAll(doom.packs());
            pending.addAll(doom.pending());
            forgotten.addAll(doom.forgotten());
        }
        return new Dooms(names, packs, pending, forgotten);
    }

    /// Puts one; durable on return, and from then on seen by every writer that reads them.
    public static String put(Domain domain, Doom doom, SecureRandom random) throws Failure {
        String last = PackId.random(random).hex();
        var name = new BlobName(folder(domain) + last);
        byte[] plain = DoomCodec.encode(doom);
        domain.store().put(name, ENVELOPE.seal(name, domain.sealer(), plain));
        return last;
    }

    private static String folder(Domain domain) {
        return domain.tenant() + "/dooms/";
    }
}
