package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Upkeep;
import dev.berth.depot.key.MasterKeyFile;
import dev.berth.depot.keyring.RotateMaster;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Optional;

final class RotateKeys implements Verb {
    private static final String TO = "--to-key-file";
    private static final String TO_COMMAND = "--to-key-command";

    @Override
    public Spec spec() {
        return OpenedDepot.optionsOfAll(
                        OpenedDepot.spec(
                                        "rotate",
                                        "Puts a new master key, or new data keys, in force.")
                                .flag("--data", "new data keys; packs move to them over time")
                                .value(
                                        TO,
                                        "FILE",
                                        "the path of the new master key, or of one to make")
                                .value(TO_COMMAND, "PROGRAM", "who keeps the new master key"))
                .example("berth depot keys rotate depot");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.open(given, world)) {
            InitKeys.requireSealed(opened.depot().description().sealed());
            return given.flag("--data") ? data(opened) : master(given, world, opened);
        }
    }

    private static Reply data(OpenedDepot opened) throws Failure {
        int rotated = 0;
        var upkeep = new Upkeep(opened.depot());
        for (var tenant : upkeep.tenants()) {
            for (var domain : upkeep.domains(tenant)) {
                tenant.ring().rotateData(domain.name());
                rotated++;
            }
        }
        return Reply.lines(
                Json.object().put("domains", rotated).build(),
                "new data keys in %s; what is stored moves to them as it is written anew"
                        .formatted(Shown.count(rotated, "domain")));
    }

    private static Reply master(Given given, World world, OpenedDepot opened) throws Failure {
        var upkeep = new Upkeep(opened.depot());
        var rotate = new RotateMaster(upkeep::rings);
        var before = opened.depot().keys();
        var inForce = opened.keys().file(opened.depot().description());
        if (inForce.isPresent()) inForce.get().sweep();
        var named = given.optional(TO);
        String where;
        String former;
        String id;
        var program = given.optional(TO_COMMAND);
        if (program.isPresent()) {
            var after = KeyPlaces.service(world, program.get());
            rotate.run(before, after, () -> {});
            return answer(after.keyId(), "the key service " + program.get(), "");
        }
        if (named.isPresent()) {
            KeyPlaces.refuseKey(named.get());
            var random = opened.depot().tools().random();
            var file = new MasterKeyFile(world.files(), world.path(named.get()), random);
            file.sweep();
            try (var after = file.exists() ? file.read() : file.create()) {
                rotate.run(before, after, () -> {});
                id = after.keyId();
            }
            where = file.toString();
            former = "";
        } else {
            var file = required(inForce);
            var next = file.next();
            try (var after = next.exists() ? next.read() : next.create()) {
                rotate.run(before, after, file::advance);
                id = after.keyId();
            }
            where = file.toString();
            former = file.former().toString();
        }
        return answer(id, where, former);
    }

    private static MasterKeyFile required(Optional<MasterKeyFile> inForce) throws Failure {
        if (inForce.isPresent()) return inForce.get();
        throw new Failure.Refused(
                "the master key is not in a file, so it cannot be replaced where it is",
                "say where the new one is with %s or %s".formatted(TO, TO_COMMAND));
    }

    private static Reply answer(String id, String where, String former) {
        var json = Json.object().put("master_key", id).put("key", where);
        String line =
                "master key %s is in force, in %s; keep a copy elsewhere".formatted(id, where);
        if (former.isEmpty()) return Reply.lines(json.build(), line);
        return Reply.lines(
                json.put("former", former).build(),
                line + "; the former one is in " + former + ": remove it when nobody uses it");
    }
}
