package dev.berth.depot.key;

import java.security.SecureRandom;
import java.util.Arrays;

/// A key that packs are sealed under, by its number in the domain.
final class DataKey {
    private final int id;
    private final byte[] secret;

    DataKey(int id, byte[] secret) {
        if (id < 1 || secret.length != Gcm.KEY_BYTES) throw new IllegalArgumentException("no key");
        this.id = id;
        this.secret = secret;
    }

    static DataKey generate(int id, SecureRandom random) {
        return new DataKey(id, DomainKeys.secret(random));
    }

    int id() {
        return id;
    }

    byte[] secret() {
        return secret;
    }

    void wipe() {
        Arrays.fill(secret, (byte) 0);
    }

    @Override
    public String toString() {
        return "data key " + id;
    }
}
