package dev.berth.bundle.signing;

import dev.berth.disk.Shown;
import dev.berth.failure.Failure;

import java.util.Optional;
import java.util.regex.Pattern;

/// The signer that a receiver expects: by the id of its key, or by the key itself.
public record SignerPin(String keyId) {
    private static final Pattern ID = Pattern.compile("key-[0-9a-f]{32}");

    public SignerPin {
        if (!ID.matcher(keyId).matches()) throw new IllegalArgumentException("no key id: " + keyId);
    }

    public static SignerPin parse(String text) throws Failure {
        if (ID.matcher(text).matches()) return new SignerPin(text);
        if (!VerifyKey.isOne(text)) {
            throw new Failure.Malformed(
                    "'%s' is neither the id of a key nor a public key".formatted(Shown.text(text)),
                    "give one of the two as `berth bundle key` shows it to the sender");
        }
        return new SignerPin(VerifyKey.parse(text).id());
    }

    /// Refuses a bundle of anybody else, or of nobody.
    public void check(Optional<VerifyKey> signer) throws Failure {
        if (signer.isEmpty()) {
            throw new Failure.WrongKey(
                    "this bundle is not signed, and %s was expected".formatted(keyId),
                    "ask the sender to ship it with --sign");
        }
        if (!signer.get().id().equals(keyId)) {
            throw new Failure.WrongKey(
                    "this bundle is signed by %s, not by %s".formatted(signer.get().id(), keyId),
                    "ask the sender which key is theirs, over another channel");
        }
    }
}
