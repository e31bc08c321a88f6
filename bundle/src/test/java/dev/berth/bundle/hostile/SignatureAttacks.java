package dev.berth.bundle.hostile;

import dev.berth.bundle.signing.SigningKey;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Signatures that are stripped, swapped, over something else, or by a key that proves nothing.
final class SignatureAttacks {
    static final SigningKey KEY = SigningKey.generate(new SecureRandom());
    private static final SigningKey OTHER = SigningKey.generate(new SecureRandom());

    /// The eight points of small order, the ways to write them without reducing, and signs.
    static final List<String> WEAK =
            List.of(
                    "0100000000000000000000000000000000000000000000000000000000000000",
                    "0100000000000000000000000000000000000000000000000000000000000080",
                    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                    "0000000000000000000000000000000000000000000000000000000000000000",
                    "0000000000000000000000000000000000000000000000000000000000000080",
                    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
                    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");

    private SignatureAttacks() {}

    static void list(Attacks to) {
        to.add("signature stripped", "file alone", f -> signed(f).withSignature = false);
        to.add(
                "signature stripped",
                "and said to be unsigned, with a signer",
                f -> {
                    signed(f).withSignature = false;
                    f.set("signed", new Json.Bool(false));
                });
        to.add(
                "signature stripped",
                "field alone",
                f -> {
                    signed(f).set("signed", new Json.Bool(false));
                    f.withoutFields.add("signer");
                });
        to.add(
                "unsigned and claims to be signed",
                "no signer",
                f -> f.set("signed", new Json.Bool(true)));
        to.add(
                "unsigned and claims to be signed",
                "with a signer",
                f -> {
                    f.set("signed", new Json.Bool(true));
                    f.set("signer", signer(KEY.verifyKey().text(), KEY.verifyKey().id()));
                });
        to.add(
                "signature by another key",
                "one",
                f -> signed(f).signature = _ -> OTHER.sign(new byte[1]));
        to.add(
                "signature over another bundle",
                "one",
                f -> {
                    var other = signed(Forge.honest().add(Part.file("/other", "x")));
                    byte[] zip = other.build();
                    int at =
                            new String(zip, StandardCharsets.ISO_8859_1).indexOf("manifest.sig")
                                    + 12;
                    signed(f).signature = _ -> Arrays.copyOfRange(zip, at, at + 64);
                });
        for (int bit : new int[] {0, 7, 255, 256, 300, 511}) {
            to.add(
                    "signature altered",
                    "bit " + bit,
                    f -> signed(f).signature = made -> flipped(made, bit));
        }
        for (int length : new int[] {0, 1, 63, 65, 128}) {
            to.add(
                    "signature of another length",
                    "" + length,
                    f -> signed(f).signature = made -> Arrays.copyOf(made, length));
        }
        to.add("signature of zeros", "one", f -> signed(f).signature = _ -> new byte[64]);
        to.add(
                "manifest altered after signing",
                "one",
                f -> {
                    signed(f).signature = _ -> KEY.sign(new byte[] {'{', '}'});
                });
        to.add(
                "key id of another key",
                "one",
                f ->
                        signed(f)
                                .set(
                                        "signer",
                                        signer(KEY.verifyKey().text(), OTHER.verifyKey().id())));
        to.add(
                "signer swapped",
                "one",
                f ->
                        signed(f)
                                .set(
                                        "signer",
                                        signer(OTHER.verifyKey().text(), OTHER.verifyKey().id())));
        to.add(
                "signer that is no key",
                "text",
                f -> signed(f).set("signer", signer("hello", "key-")));
        to.add("signer that is no key", "empty", f -> signed(f).set("signer", signer("", "")));
        for (String weak : WEAK) {
            byte[] raw = HexFormat.of().parseHex(weak);
            byte[] whole =
                    ZipAttacks.join(HexFormat.of().parseHex("302a300506032b6570032100"), raw);
            String id = "key-" + ContentHash.of(raw).hex().substring(0, 32);
            to.add(
                    "key of small order",
                    weak.substring(0, 4) + "…" + weak.substring(60),
                    f -> {
                        signed(f)
                                .set(
                                        "signer",
                                        signer(Base64.getEncoder().encodeToString(whole), id));
                        // R is the identity and S is zero: such a key takes that for anything.
                        f.signature =
                                _ -> {
                                    byte[] forged = new byte[64];
                                    forged[0] = 1;
                                    return forged;
                                };
                    });
        }
    }

    private static Forge signed(Forge forge) {
        forge.key = Optional.of(KEY);
        return forge;
    }

    private static Json signer(String key, String id) {
        return Json.object().put("key_id", id).put("public_key", key).build();
    }

    private static byte[] flipped(byte[] bytes, int bit) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        return flipped;
    }
}
