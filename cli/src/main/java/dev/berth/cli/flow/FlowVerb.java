package dev.berth.cli.flow;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.cli.flow.OpenFlow.Fallback;
import dev.berth.cli.flow.OpenFlow.Opened;
import dev.berth.failure.Failure;

import java.util.function.Supplier;

/// One verb of `berth flow`: how it is called, and what it does with the project.
record FlowVerb(Supplier<Spec> called, Fallback fallback, Action action) implements Verb {
    /// What the verb does.
    interface Action {
        Reply run(Given given, Opened opened) throws Failure;
    }

    /// A verb about the project around the current folder.
    static FlowVerb of(Supplier<Spec> called, Action action) {
        return new FlowVerb(called, Fallback.NEAREST, action);
    }

    @Override
    public Spec spec() {
        return called.get()
                .value(
                        "--root",
                        "DIR",
                        switch (fallback) {
                            case HERE -> "the project's folder, instead of this one";
                            case NEAREST ->
                                    "the project's folder, instead of the nearest with a .flow";
                        })
                .value("--config", "FILE", "the settings file, instead of berth.yaml");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        return action.run(
                given,
                new OpenFlow(world)
                        .open(given.optional("--root"), given.optional("--config"), fallback));
    }
}
