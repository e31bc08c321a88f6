package dev.berth.depot.index;

import dev.berth.depot.domain.Domain;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackReader;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What packs say of themselves, read a lot at a time, so that no more than a lot is held at once.
record Trailers(Domain domain) {
    /// How many chunks make a lot.
    static final int LOT = 1 << 17;

    /// Is given one lot after the other.
    interface Taker {
        void take(List<PackContents> lot) throws Failure;
    }

    /// Reads the trailers of all packs that are wanted; of those that cannot be read, `unreadable`
    /// is told why.
    void read(Predicate<PackId> wanted, Taker taker, Consumer<Failure> unreadable) throws Failure {
        var reader = new PackReader(domain.store(), domain.sealer());
        var lot = new ArrayList<PackContents>();
        long chunks = 0;
        try (var codec = new BlockCodec()) {
            for (var listed : domain.store().list(domain.folder().packs())) {
                var id = PackId.parse(listed.name().last());
                if (id.isEmpty() || !wanted.test(id.get())) continue;
                try {
                    lot.add(reader.contents(listed.name(), id.get(), listed.size(), codec));
                } catch (Failure.Damaged | Failure.NotFound | Failure.Refused why) {
                    unreadable.accept(why);
                    continue;
                } catch (Failure.WrongKey closed) {
                    int key = reader.frame(listed.name(), id.get()).dataKey();
                    unreadable.accept(domain.stranger(closed, key, listed.name().value()));
                    continue;
                }
                chunks += lot.getLast().chunks();
                if (chunks < LOT) continue;
                taker.take(List.copyOf(lot));
                lot.clear();
                chunks = 0;
            }
        }
        if (!lot.isEmpty()) taker.take(List.copyOf(lot));
    }
}
