package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Depot;
import dev.berth.depot.Upkeep;
import dev.berth.depot.key.DomainName;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.Optional;

final class InitKeys implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("init", "Makes what keys are missing of a sealed depot."))
                .example("berth depot keys init depot");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var tools = OpenedDepot.tools(world);
        try (var store = OpenedDepot.store(given, world)) {
            var description = Depot.describe(store);
            requireSealed(description.sealed());
            var places = KeyPlaces.of(given, world, tools.random());
            var file = places.file(description);
            boolean missing = file.isPresent() && !file.get().exists();
            var tenants = new Upkeep(Depot.open(store, Optional.empty(), tools));
            if (missing && !tenants.tenants().isEmpty()) {
                // A new key could open none of what is there.
                file.get().read().close();
            }
            places.prepare(description);
        }
        try (var opened = OpenedDepot.open(given, world)) {
            var tenant = opened.depot().tenant(OpenedDepot.tenantName(given));
            tenant.domainToWrite(DomainName.COMMON);
            String id = opened.depot().keys().keyId();
            return Reply.lines(
                    Json.object().put("master_key", id).build(),
                    "the depot's keys are there, under master key " + id);
        }
    }

    static void requireSealed(boolean sealed) throws Failure {
        if (sealed) return;
        throw new Failure.Refused("the depot is clear and has no keys", "make a sealed one");
    }
}
