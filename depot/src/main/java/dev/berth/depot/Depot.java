package dev.berth.depot;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.KeyService;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.util.Map;
import java.util.Optional;

/// A content-addressed store of sessions' trees, in a folder or a bucket: the way in for programs.
///
/// Everything belongs to a tenant, whose part is had by [#tenant]. Safe for use by several threads;
/// any number of processes may use the same depot at once, with any clocks.
public final class Depot implements AutoCloseable {
    private final BlobStore store;
    private final Description description;
    private final Optional<KeyService> keys;
    private final Tools tools;

    private Depot(
            BlobStore store, Description description, Optional<KeyService> keys, Tools tools) {
        this.store = store;
        this.description = description;
        this.keys = keys;
        this.tools = tools;
    }

    /// What a new depot is to be.
    public enum Kind {
        /// Every object encrypted and authenticated.
        SEALED,
        /// As it is, with checksums.
        CLEAR
    }

    /// A depot that is not there yet: its id, by which the caller may name a key.
    public static Description plan(Kind kind, Tools tools) {
        return Description.create(kind == Kind.SEALED, tools.random());
    }

    /// Makes a depot in an empty place; a `Conflict` when there is one.
    public static void init(BlobStore store, Description description) throws Failure {
        requireEmpty(store);
        if (!store.putIfAbsent(Description.NAME, description.encode())) throw taken(store);
    }

    /// Refuses a place that has something in it.
    public static void requireEmpty(BlobStore store) throws Failure {
        if (!store.list("").isEmpty()) throw taken(store);
    }

    private static Failure taken(BlobStore store) throws Failure {
        if (LostDescription.isOf(store)) return LostDescription.failure(store);
        return new Failure.Conflict(
                store.location() + " has something in it",
                "use it as it is if it is a depot, or name an empty place",
                Map.of());
    }

    /// What the depot in `store` is; `NotFound` when there is none.
    public static Description describe(BlobStore store) throws Failure {
        var found = Description.find(store);
        if (found.isPresent()) return found.get();
        if (LostDescription.isOf(store)) throw LostDescription.failure(store);
        throw new Failure.NotFound(
                "there is no depot in " + store.location(), "make one with `berth depot init`");
    }

    /// Opens the depot in `store`, which it closes in the end. `keys` is needed for a sealed one.
    public static Depot open(BlobStore store, Optional<KeyService> keys, Tools tools)
            throws Failure {
        return open(store, describe(store), keys, tools);
    }

    /// As above, of a depot that was described already.
    public static Depot open(
            BlobStore store, Description description, Optional<KeyService> keys, Tools tools) {
        return new Depot(store, description, keys, tools);
    }

    public Description description() {
        return description;
    }

    public BlobStore store() {
        return store;
    }

    public Tools tools() {
        return tools;
    }

    /// The part of one tenant; tenants are named as sessions are.
    public Tenant tenant(SessionId name) {
        return new Tenant(this, name);
    }

    /// The master key; a `WrongKey` when there is none.
    public KeyService keys() throws Failure {
        if (keys.isPresent()) return keys.get();
        throw new Failure.WrongKey(
                "the depot in " + store.location() + " is sealed, and there is no key",
                "name the key file with --key-file, or set BERTH_MASTER_KEY");
    }

    @Override
    public void close() {
        store.close();
    }
}
