package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.s3.Knowledge.Seen;
import dev.berth.depot.s3.Knowledge.Word;
import dev.berth.failure.Failure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A bucket for one command that looks or takes a snapshot, with as few requests as that needs.
/* The first listing is one of all that belongs to the tenant, and serves for its folders, each as
 * often as it is asked for, until the command itself changes something or misses what it has seen
 * there. Everything up to then is as of that moment, and everything later is asked anew: the order
 * that a writer depends on. For a collector, which must list checkpoints after it has read the
 * dooms, this is not.
 *
 * Whole objects are kept on the shelf by the tag that a listing shows, which another content would
 * change; packs of nodes and the index, whose names never return, by their names. */
public final class NearBlobs implements BlobStore {
    private static final int WHOLE_BYTES = 4 << 20;
    private static final int KEPT_BYTES = 1 << 20;
    private static final String KEYS = "keys/";

    private final S3Blobs far;
    private final Near near;
    private final String all;
    private final Knowledge knowledge = new Knowledge();
    private final Foresight foresight;
    private final Ahead ahead;
    private final Set<BlobName> ours = ConcurrentHashMap.newKeySet();
    private final boolean lasting;
    private volatile boolean fresh;
    private volatile boolean keyed;

    /// `folder` is the tenant's, with a `/` at its end. Closes the other two in the end.
    public NearBlobs(S3Blobs far, Shelf shelf, String folder) {
        this(far, shelf, folder, false);
    }

    private NearBlobs(S3Blobs far, Shelf shelf, String folder, boolean lasting) {
        this.far = far;
        this.near = new Near(shelf, far.bucket());
        this.all = folder;
        this.lasting = lasting;
        this.fresh = !lasting;
        this.foresight = new Foresight(far);
        this.ahead = new Ahead(far);
    }

    /// For a program that goes on for days, beside others: what never changes is kept at hand, and
    /// nothing that was seen once is believed later.
    public static NearBlobs lasting(S3Blobs far, Shelf shelf) {
        return new NearBlobs(far, shelf, "", true);
    }

    /// From now on the first listing is on its way.
    public NearBlobs hastened() {
        foresight.ask(all);
        return this;
    }

    @Override
    public List<Listed> list(String folder) throws Failure {
        if (lasting) return far.list(folder);
        if (fresh && folder.startsWith(all) && knowledge.of(folder).isEmpty()) {
            var seen = foresight.seen(all);
            knowledge.learn(all, seen);
            keyed |= seen.stream().anyMatch(one -> isKeys(one.name()));
        }
        var seen = fresh ? knowledge.of(folder) : Optional.<List<Seen>>empty();
        return listed(seen.isPresent() ? seen.get() : look(folder));
    }

    private List<Seen> look(String folder) throws Failure {
        var seen = foresight.seen(folder);
        knowledge.learn(folder, seen);
        return seen;
    }

    private static List<Listed> listed(List<Seen> seen) {
        return seen.stream()
                .map(one -> new Listed(one.name(), one.size()))
                .sorted(Comparator.comparing(Listed::name))
                .toList();
    }

    @Override
    public Optional<byte[]> get(BlobName name, int limitBytes) throws Failure {
        if (foresight.isGone(name)) return Optional.empty();
        return switch (knowledge.about(name)) {
            case Word.Absent _ -> Optional.empty();
            case Word.Unknown _ -> far.get(name, limitBytes);
            case Word.There there -> get(there.seen(), limitBytes);
        };
    }

    private Optional<byte[]> get(Seen seen, int limitBytes) throws Failure {
        var name = seen.name();
        if (seen.tag().isEmpty() || seen.size() > Math.min(KEPT_BYTES, limitBytes)) {
            return missed(far.get(name, limitBytes));
        }
        String tag = seen.tag().get();
        var kept = near.whole(name, tag);
        if (kept.isPresent()) return kept;
        var had = missed(far.get(name, limitBytes));
        had.ifPresent(bytes -> near.keep(name, tag, bytes));
        return had;
    }

    /// What was seen is gone: what else was seen is not to be believed either.
    private Optional<byte[]> missed(Optional<byte[]> had) {
        if (had.isEmpty()) changed();
        return had;
    }

    @Override
    public byte[] range(BlobName name, long offset, int length) throws Failure {
        try {
            long size = knowledge.about(name) instanceof Word.There there ? there.seen().size() : 0;
            return ahead.range(name, offset, length, size);
        } catch (Failure.NotFound gone) {
            changed();
            throw gone;
        }
    }

    @Override
    public Expectation expect(List<Part> parts) {
        return ahead.expect(parts);
    }

    @Override
    public byte[] rangeToKeep(BlobName name, long offset, int length) throws Failure {
        var kept = near.part(name, offset, length);
        if (kept.isPresent()) return kept.get();
        if (knowledge.about(name) instanceof Word.There there
                && there.seen().size() <= WHOLE_BYTES
                && offset + length <= there.seen().size()) {
            var whole = missed(far.get(name, WHOLE_BYTES));
            if (whole.isPresent() && offset + length <= whole.get().length) {
                return near.keepWhole(name, whole.get(), offset, length);
            }
        }
        byte[] part = range(name, offset, length);
        near.keepPart(name, offset, part);
        return part;
    }

    @Override
    public byte[] rangeAgain(BlobName name, long offset, int length) throws Failure {
        near.drop(name, offset, length);
        ahead.drop(name);
        return range(name, offset, length);
    }

    @Override
    public OptionalLong size(BlobName name) throws Failure {
        if (foresight.isGone(name)) return OptionalLong.empty();
        return switch (knowledge.about(name)) {
            case Word.Absent _ -> OptionalLong.empty();
            case Word.There there -> OptionalLong.of(there.seen().size());
            case Word.Unknown _ -> far.size(name);
        };
    }

    @Override
    public void put(BlobName name, byte[] bytes) throws Failure {
        foresight.settle();
        changed();
        var tag = far.putTagged(name, bytes);
        if (!lasting) ours.add(name);
        if (bytes.length <= KEPT_BYTES && !lasting) tag.ifPresent(t -> near.keep(name, t, bytes));
        changed();
        if (!lasting) foresee(name);
    }

    /// What a writer looks at once it has put its checkpoint, several at once: whether anything was
    /// condemned; before it counts, whether the keys hold; afterwards, what there is.
    private void foresee(BlobName put) {
        String checkpoints = all + "checkpoints/";
        if (!put.value().startsWith(checkpoints)) return;
        foresight.ask(all + "dooms/");
        if (!put.value().endsWith(".pending")) foresight.ask(checkpoints);
        else if (keyed) foresight.ask(all + KEYS);
    }

    private boolean isKeys(BlobName name) {
        return name.value().startsWith(all + KEYS);
    }

    @Override
    public boolean putIfAbsent(BlobName name, byte[] bytes) throws Failure {
        foresight.settle();
        boolean before = fresh;
        changed();
        try {
            return far.putIfAbsent(name, bytes);
        } finally {
            changed();
            // Keys come before everything else: what there is is looked at once more, as a whole.
            if (isKeys(name)) keyed = true;
            fresh = before && isKeys(name);
        }
    }

    @Override
    public Upload upload(BlobName name) {
        var upload = far.upload(name);
        return new Upload() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws Failure {
                upload.write(bytes, offset, length);
            }

            @Override
            public long written() {
                return upload.written();
            }

            @Override
            public void commit() throws Failure {
                foresight.settle();
                try {
                    upload.commit();
                } finally {
                    changed();
                }
            }

            @Override
            public void close() {
                upload.close();
            }
        };
    }

    @Override
    public boolean delete(BlobName name) throws Failure {
        foresight.settle();
        if (ours.remove(name)) {
            foresight.leave(name);
            return true;
        }
        changed();
        return far.delete(name);
    }

    private void changed() {
        fresh = false;
        knowledge.forget();
        foresight.forget();
    }

    @Override
    public Set<String> leftovers() throws Failure {
        return far.leftovers();
    }

    @Override
    public void discard(String leftover) throws Failure {
        changed();
        far.discard(leftover);
    }

    @Override
    public boolean isFar() {
        return true;
    }

    @Override
    public String location() {
        return far.location();
    }

    @Override
    public void close() {
        near.close();
        far.close();
    }
}
