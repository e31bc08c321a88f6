package dev.berth.depot.doom;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.Envelope;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads the dooms of one domain. Those that cannot be read are noted: who may go on without them
/// is not decided here. For one thread.
final class ReadDooms {
    static final Envelope ENVELOPE = new Envelope("BRTHDOOM", SealKind.DOOM);
    private static final int LIMIT_BYTES = 64 << 20;

    private final Domain domain;
    private final Set<PackId> packs = new HashSet<>();
    private final Set<CheckpointId> pending = new HashSet<>();
    private final Set<CheckpointId> forgotten = new HashSet<>();
    private final Set<String> settled = new HashSet<>();
    private final Map<String, String> unreadable = new HashMap<>();

    ReadDooms(Domain domain) {
        this.domain = domain;
    }

    Dooms read(Set<String> names) throws Failure {
        for (String last : names) {
            var name = Dooms.name(domain, last);
            var bytes = domain.store().get(name, LIMIT_BYTES);
            // Several may have been made one meanwhile, which a second look would find.
            if (bytes.isEmpty()) return Dooms.read(domain);
            try {
                opened(name, bytes.get()).ifPresent(this::add);
            } catch (Failure.Damaged | Failure.Refused damaged) {
                unreadable.put(last, damaged.what());
            }
        }
        return new Dooms(names, packs, pending, forgotten, unreadable, settled);
    }

    private void add(Doom doom) {
        packs.addAll(doom.packs());
        pending.addAll(doom.pending());
        forgotten.addAll(doom.forgotten());
        settled.addAll(doom.settled());
    }

    /// Empty when it is another domain's.
    private Optional<Doom> opened(BlobName name, byte[] bytes) throws Failure {
        if (ENVELOPE.allegedDomain(name, bytes).equals(domain.name())) {
            byte[] plain = ENVELOPE.open(name, domain.sealer(), bytes);
            return Optional.of(DoomCodec.decode(new Decoder(plain, name.value())));
        }
        if (opens(name, bytes)) {
            throw new Decoder(bytes, name.value()).damaged("it says that it is another domain's");
        }
        return Optional.empty();
    }

    /// Whether one that says it is another domain's is ours all the same: the domain in front is in
    /// the clear, and what is passed over would be taken for nothing.
    private boolean opens(BlobName name, byte[] bytes) {
        try {
            ENVELOPE.open(name, domain.sealer(), bytes);
            return true;
        } catch (Failure another) {
            return false;
        }
    }
}
