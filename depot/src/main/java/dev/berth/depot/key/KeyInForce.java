package dev.berth.depot.key;

import dev.berth.failure.Failure;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/// A master key that may be rotated by somebody else while it is in use: where it opens nothing any
/// more, the one that is in force is read again, once for each time that it is asked.
///
/// A rotation puts the new key in force before it shuts the old one out, so whoever is shut out
/// finds the new one. Former keys are remembered: what was read before the rotation reached it is
/// for one of them.
public final class KeyInForce implements KeyService {
    private final Source source;
    private final CopyOnWriteArrayList<KeyService> former = new CopyOnWriteArrayList<>();
    private volatile KeyService now;

    public KeyInForce(Source source) throws Failure {
        this.source = source;
        now = source.read();
    }

    /// Where the key that is in force is.
    public interface Source {
        KeyService read() throws Failure;
    }

    @Override
    public String keyId() {
        return now.keyId();
    }

    @Override
    public byte[] wrap(byte[] secret, byte[] context) throws Failure {
        return now.wrap(secret, context);
    }

    @Override
    public byte[] unwrap(byte[] wrapped, byte[] context) throws Failure {
        return now.unwrap(wrapped, context);
    }

    @Override
    public KeyService alone() {
        return now;
    }

    @Override
    public Optional<KeyService> among(Set<String> ids) throws Failure {
        var known = known(ids);
        if (known.isPresent()) return known;
        advance(source.read());
        return known(ids);
    }

    private Optional<KeyService> known(Set<String> ids) {
        var current = now;
        if (ids.contains(current.keyId())) return Optional.of(current);
        return former.stream().filter(key -> ids.contains(key.keyId())).findFirst();
    }

    private synchronized void advance(KeyService next) {
        if (next.keyId().equals(now.keyId())) return;
        former.add(now);
        now = next;
    }

    @Override
    public String toString() {
        return String.valueOf(now);
    }
}
