package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.key.DomainName;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

final class DestroyKeys implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec(
                                        "destroy",
                                        "Makes a key domain unreadable, at once and for good.")
                                .argument("DOMAIN", "as `keys show` lists it, such as own.ses_1"))
                .example("berth depot keys destroy depot own.ses_1");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var domain = DomainName.parse(given.text("DOMAIN"));
        try (var opened = OpenedDepot.open(given, world)) {
            InitKeys.requireSealed(opened.depot().description().sealed());
            var receipt = opened.tenant().ring().destroy(domain, world.clock().instant());
            var json =
                    Json.object()
                            .put("tenant", receipt.tenant())
                            .put("domain", receipt.domain().value())
                            .put("destroyed", receipt.destroyed())
                            .put("keys_sha256", receipt.keysObject().hex())
                            .build();
            return Reply.lines(
                    json,
                    "the keys of %s/%s are destroyed; `berth depot collect` removes the rest"
                            .formatted(receipt.tenant(), receipt.domain()));
        }
    }
}
