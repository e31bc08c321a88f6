package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.failure.Failure;

final class ShowSession implements Verb {
    @Override
    public Spec spec() {
        return Named.argument(Spec.of("show", "Shows all that is known of a session."))
                .example("berth sessions show parser");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        return SessionReply.whole(Named.of(given, world).get(""));
    }
}
