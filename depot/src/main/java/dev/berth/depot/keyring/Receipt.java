package dev.berth.depot.keyring;

import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyObject.Destroyed;
import dev.berth.durable.ContentHash;

import java.time.Instant;

/// The proof that a domain's keys are gone: whose, when, and the hash of the object that held them.
/// It stays in the depot, in the place of the keys.
public record Receipt(String tenant, DomainName domain, Instant destroyed, ContentHash keysObject) {

    static Destroyed destroyed(ContentHash keysObject, Instant now) {
        return new Destroyed(now.getEpochSecond(), keysObject.hex());
    }

    static Receipt of(String tenant, DomainName domain, Destroyed destroyed) {
        return new Receipt(
                tenant,
                domain,
                Instant.ofEpochSecond(destroyed.when()),
                new ContentHash(destroyed.objectHash()));
    }
}
