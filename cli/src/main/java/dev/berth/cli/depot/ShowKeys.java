package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.keyring.KeyRing;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.util.List;

final class ShowKeys implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("show", "Lists key domains and who can open them."))
                .example("berth depot keys show depot");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.open(given, world)) {
            InitKeys.requireSealed(opened.depot().description().sealed());
            return new Listed(opened.depot().keys().keyId(), opened.tenant().ring().domains());
        }
    }

    private record Listed(String masterKey, List<KeyRing.Domain> domains) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("master_key", masterKey)
                    .put("domains", Json.array(domains.stream().map(Listed::domain).toList()))
                    .build();
        }

        private static Json.Obj domain(KeyRing.Domain domain) {
            return Json.object()
                    .put("domain", domain.name().value())
                    .putTexts("master_keys", domain.masterKeys())
                    .putText("destroyed", domain.destroyed().map(Instant::toString))
                    .putText("damaged", domain.damage().map(Failure::what))
                    .build();
        }

        @Override
        public void show(Page page) {
            page.line("master key " + masterKey);
            var table = Table.of("DOMAIN", "OPENED BY");
            for (var domain : domains) {
                table.row(domain.name().value(), openedBy(domain));
            }
            if (!table.isEmpty()) page.table(table);
        }

        private static String openedBy(KeyRing.Domain domain) {
            if (domain.damage().isPresent()) return "nobody: " + domain.damage().get().what();
            var gone = domain.destroyed().map(when -> "destroyed " + when);
            return gone.orElse(String.join(" ", domain.masterKeys()));
        }
    }
}
