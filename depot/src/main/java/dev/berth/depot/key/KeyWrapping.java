package dev.berth.depot.key;

import dev.berth.depot.key.KeyObject.Living;
import dev.berth.depot.key.KeyObject.Opaque;
import dev.berth.depot.key.KeyObject.Wrap;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Puts a domain's keys into the form in which they are stored, and takes them out again.
///
/// The keys are sealed under a secret of their own, and it is that secret which master keys wrap: a
/// master key comes and goes without anybody having to open the keys.
public final class KeyWrapping {
    private static final String LABEL = "berth keys 1";

    private final KeyScope scope;
    private final SecureRandom random;

    public KeyWrapping(KeyScope scope, SecureRandom random) {
        this.scope = scope;
        this.random = random;
    }

    /// New keys under a new secret.
    public Living wrap(DomainKeys keys, KeyService service) throws Failure {
        byte[] secret = DomainKeys.secret(random);
        try {
            var key = service.alone();
            var wrap = new Wrap(key.keyId(), wrapped(secret, key));
            return new Living(List.of(wrap), sealed(keys, secret));
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    /// Other keys in the place of those in `before`, for all who could open that.
    public Living rewrap(Living before, DomainKeys keys, KeyService service) throws Failure {
        byte[] secret = secret(before, service);
        try {
            return new Living(before.wraps(), sealed(keys, secret));
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    /// The same keys, for `more` as well.
    public Living shared(Living before, KeyService service, KeyService more) throws Failure {
        if (isFor(before, more)) return before;
        byte[] secret = secret(before, service);
        try {
            var wraps = new ArrayList<>(before.wraps());
            wraps.add(new Wrap(more.keyId(), wrapped(secret, more)));
            return new Living(wraps, before.payload());
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    /// The same keys, for `only` and nobody else.
    public Living alone(Living before, KeyService only) throws Failure {
        Arrays.fill(secret(before, only), (byte) 0);
        var wraps = before.wraps().stream().filter(w -> w.keyId().equals(only.keyId())).toList();
        return new Living(wraps, before.payload());
    }

    /// The keys; [Failure.WrongKey] when `service` is none of those who may have them.
    public DomainKeys unwrap(Living object, KeyService service) throws Failure {
        byte[] secret = secret(object, service);
        byte[] plain = new byte[0];
        try {
            plain = OneOff.open(secret, LABEL, scope.bytes(), object.payload().bytes());
            return DomainKeysCodec.decode(plain, "the keys of " + scope);
        } catch (Gcm.NotSealedSo refused) {
            throw damaged();
        } finally {
            Arrays.fill(secret, (byte) 0);
            Arrays.fill(plain, (byte) 0);
        }
    }

    private byte[] secret(Living object, KeyService service) throws Failure {
        var key = service.among(ids(object));
        if (key.isEmpty()) throw wrongKey(object, service);
        for (var wrap : object.wraps()) {
            if (!wrap.keyId().equals(key.get().keyId())) continue;
            byte[] secret = key.get().unwrap(wrap.wrapped().bytes(), scope.bytes());
            if (secret.length != Gcm.KEY_BYTES) throw damaged();
            return secret;
        }
        throw wrongKey(object, service);
    }

    /// Whether `service` is one of those who may have the keys, by what the object says.
    public boolean isFor(Living object, KeyService service) throws Failure {
        return service.among(ids(object)).isPresent();
    }

    private static Set<String> ids(Living object) {
        return object.wraps().stream().map(Wrap::keyId).collect(Collectors.toSet());
    }

    /// The refusal of a master key that is not among those who may have the keys.
    public Failure wrongKey(Living object, KeyService service) {
        String needed =
                String.join(" or ", object.wraps().stream().map(wrap -> wrap.keyId()).toList());
        return new Failure.WrongKey(
                "the keys of %s are for master key %s, and this is %s"
                        .formatted(scope, needed, service.keyId()),
                "name the right one with --key-file or BERTH_MASTER_KEY");
    }

    private Opaque wrapped(byte[] secret, KeyService service) throws Failure {
        return new Opaque(service.wrap(secret, scope.bytes()));
    }

    private Opaque sealed(DomainKeys keys, byte[] secret) {
        byte[] plain = DomainKeysCodec.encode(keys);
        try {
            return new Opaque(OneOff.seal(secret, LABEL, scope.bytes(), plain, random));
        } finally {
            Arrays.fill(plain, (byte) 0);
        }
    }

    private Failure damaged() {
        return new Failure.Damaged(
                "the keys of " + scope + " are not what was stored there",
                "bring the keys object back from a copy of the depot");
    }
}
