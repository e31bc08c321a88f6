package dev.berth.depot.checkpoint;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.Envelope;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.SealKind;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The checkpoints of one tenant in a store. A name tells session and id, so that the latest is
/// found without reading any. Safe for use by several threads.
public final class Checkpoints {
    private static final Envelope FINAL = new Envelope("BRTHCKPT", SealKind.CHECKPOINT);
    private static final Envelope PENDING = new Envelope("BRTHPEND", SealKind.PENDING);
    private static final String PENDING_SUFFIX = ".pending";
    private static final int LIMIT_BYTES = 64 << 20;
    private static final int ATTEMPTS = 5;

    private final BlobStore store;
    private final String tenant;
    private final Domains domains;

    public Checkpoints(BlobStore store, String tenant, Domains domains) {
        this.store = store;
        this.tenant = tenant;
        this.domains = domains;
    }

    /// Where the keys of a domain come from.
    public interface Domains {
        Domain open(DomainName name) throws Failure;
    }

    /// A checkpoint by its name alone.
    public record Entry(SessionId session, CheckpointId id) {}

    /// Whether the place where they lie is gone, so that none to be seen does not mean none.
    public boolean areLost() throws Failure {
        return store.isMissing(folder());
    }

    /// All that are final, oldest first.
    public List<Entry> list() throws Failure {
        return entries(folder(), "");
    }

    public List<Entry> list(SessionId session) throws Failure {
        return entries(folder() + session.value() + "/", "");
    }

    /// All that are on their way.
    public List<Entry> pending() throws Failure {
        return entries(folder(), PENDING_SUFFIX);
    }

    public Checkpoint read(Entry entry) throws Failure {
        return read(name(entry), FINAL)
                .orElseThrow(
                        () ->
                                new Failure.NotFound(
                                        "there is no checkpoint " + entry.id(),
                                        "see `berth depot list`"));
    }

    /// Whether a final one is still there.
    public boolean isThere(Entry entry) throws Failure {
        return store.size(name(entry)).isPresent();
    }

    /// One that is on its way; empty when it is not there any more.
    public Optional<Checkpoint> readPending(Entry entry) throws Failure {
        return read(pendingName(entry), PENDING);
    }

    /// The domain that a checkpoint says it belongs to, without opening it; empty when it is gone.
    public Optional<DomainName> allegedDomain(Entry entry, boolean pending) throws Failure {
        var name = pending ? pendingName(entry) : name(entry);
        var bytes = store.get(name, LIMIT_BYTES);
        if (bytes.isEmpty()) return Optional.empty();
        return Optional.of((pending ? PENDING : FINAL).allegedDomain(name, bytes.get()));
    }

    public void putPending(Checkpoint checkpoint, Domain domain) throws Failure {
        var name = pendingName(entry(checkpoint));
        put(name, PENDING.seal(name, domain.sealer(), CheckpointCodec.encode(checkpoint)));
    }

    /// From here on it counts; durable on return.
    public void putFinal(Checkpoint checkpoint, Domain domain) throws Failure {
        var name = name(entry(checkpoint));
        put(name, FINAL.seal(name, domain.sealer(), CheckpointCodec.encode(checkpoint)));
    }

    /// As [#putFinal], but false when there is one, which stays as it is.
    public boolean putFinalIfAbsent(Checkpoint checkpoint, Domain domain) throws Failure {
        var name = name(entry(checkpoint));
        byte[] bytes = FINAL.seal(name, domain.sealer(), CheckpointCodec.encode(checkpoint));
        return put(name, () -> store.putIfAbsent(name, bytes));
    }

    private void put(BlobName name, byte[] bytes) throws Failure {
        put(
                name,
                () -> {
                    store.put(name, bytes);
                    return true;
                });
    }

    private interface Putting {
        boolean run() throws Failure;
    }

    /// A collector may take a slow writer's file for left behind while it is put.
    private static boolean put(BlobName name, Putting putting) throws Failure {
        for (int attempt = 1; ; attempt++) {
            try {
                return putting.run();
            } catch (Failure.NotFound discarded) {
                if (attempt == ATTEMPTS) {
                    throw new Failure.Unavailable(
                                    name + " was taken away again and again while it was put",
                                    "do it once more when the depot is there")
                            .because(discarded);
                }
            }
        }
    }

    public void deletePending(Entry entry) throws Failure {
        store.delete(pendingName(entry));
    }

    /// Takes a final one away; false when it was not there.
    public boolean delete(Entry entry) throws Failure {
        return store.delete(name(entry));
    }

    public static Entry entry(Checkpoint checkpoint) {
        return new Entry(checkpoint.session(), checkpoint.id());
    }

    private Optional<Checkpoint> read(BlobName name, Envelope envelope) throws Failure {
        var bytes = store.get(name, LIMIT_BYTES);
        if (bytes.isEmpty()) return Optional.empty();
        var domain = domains.open(envelope.allegedDomain(name, bytes.get()));
        byte[] plain = envelope.open(name, domain.sealer(), bytes.get());
        var checkpoint = CheckpointCodec.decode(plain, name.value());
        if (checkpoint.domain().equals(domain.name())) return Optional.of(checkpoint);
        throw new Failure.Damaged(
                name + " belongs to another domain", "see `berth depot verify`", Map.of());
    }

    private List<Entry> entries(String folder, String suffix) throws Failure {
        var entries = new ArrayList<Entry>();
        int depth = folder().length();
        for (var listed : store.list(folder)) {
            String[] parts = listed.name().value().substring(depth).split("/", -1);
            if (parts.length != 2 || !parts[1].endsWith(suffix)) continue;
            var id = CheckpointId.parse(parts[1].substring(0, parts[1].length() - suffix.length()));
            if (id.isEmpty()) continue;
            try {
                entries.add(new Entry(SessionId.parse(parts[0]), id.get()));
            } catch (Failure.Malformed notOurs) {
                // No session of ours has such a name: not a checkpoint.
                assert !notOurs.what().isEmpty();
            }
        }
        entries.sort((a, b) -> a.id().compareTo(b.id()));
        return List.copyOf(entries);
    }

    private String folder() {
        return tenant + "/checkpoints/";
    }

    private BlobName name(Entry entry) {
        return new BlobName(folder() + entry.session() + "/" + entry.id());
    }

    private BlobName pendingName(Entry entry) {
        return new BlobName(name(entry).value() + PENDING_SUFFIX);
    }
}
