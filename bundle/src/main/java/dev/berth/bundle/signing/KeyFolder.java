package dev.berth.bundle.signing;

import dev.berth.disk.SessionId;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.Optional;

/// Where the signing keys lie: one file for each tenant, readable by its owner alone. Tenants are
/// named as sessions are.
public record KeyFolder(Folder folder) {
    private static final String FORMAT = "berth-signing-key/1";
    private static final int MOST_BYTES = 16 * 1024;
    private static final int OTHERS = 077;

    /// A tenant's key, and whether it was made just now.
    public record Kept(SigningKey key, boolean isNew) {}

    public Optional<SigningKey> find(SessionId tenant) throws Failure {
        var name = name(tenant);
        var bytes = AtomicFile.readIfThere(folder, name, MOST_BYTES);
        if (bytes.isEmpty()) return Optional.empty();
        refuseOpenDoors(name);
        return Optional.of(parse(bytes.get(), tenant));
    }

    /// The tenant's key, made when there is none.
    public Kept findOrMake(SessionId tenant, SecureRandom random) throws Failure {
        var there = find(tenant);
        if (there.isPresent()) return new Kept(there.get(), false);
        var made = SigningKey.generate(random);
        try {
            AtomicFile.create(folder, name(tenant), bytes(made, tenant), AtomicFile.PRIVATE);
            return new Kept(made, true);
        } catch (Failure.Conflict raced) {
            return new Kept(find(tenant).orElseThrow(() -> raced), false);
        }
    }

    private static Name name(SessionId tenant) {
        return Name.of("bundle-" + tenant.value() + ".json");
    }

    private static byte[] bytes(SigningKey key, SessionId tenant) {
        return Json.object()
                .put("format", FORMAT)
                .put("tenant", tenant.value())
                .put("key_id", key.verifyKey().id())
                .put("public_key", key.verifyKey().text())
                .put("secret_key", key.secretText())
                .build()
                .file();
    }

    private static SigningKey parse(byte[] bytes, SessionId tenant) throws Failure {
        String what = "the key of " + tenant;
        String advice = "restore the file from a backup, or remove it to make a new key";
        try {
            var reader = StrictJson.open(bytes);
            if (!reader.text("format").equals(FORMAT)) {
                throw reader.wrongValue("format", "is not known to this version");
            }
            if (!reader.text("tenant").equals(tenant.value())) {
                throw reader.wrongValue("tenant", "is another one");
            }
            var key = SigningKey.of(reader.text("secret_key"), reader.text("public_key"));
            if (!reader.text("key_id").equals(key.verifyKey().id())) {
                throw reader.wrongValue("key_id", "is not that of the key");
            }
            reader.done();
            return key;
        } catch (JsonRefusal refusal) {
            throw refusal.damaged(what, advice);
        } catch (IllegalArgumentException notAKey) {
            throw new Failure.Damaged(what + " is not a key", advice).because(notAKey);
        }
    }

    private void refuseOpenDoors(Name name) throws Failure {
        try {
            var stat = folder.stat(name);
            if (stat.isEmpty() || (stat.get().mode() & OTHERS) == 0) return;
        } catch (FileFault fault) {
            throw fault.asFailure(name.toString());
        }
        throw new Failure.Refused(
                "others on this machine may read the signing key " + name,
                "make it private with chmod 600; if somebody may have read it, remove it");
    }
}
