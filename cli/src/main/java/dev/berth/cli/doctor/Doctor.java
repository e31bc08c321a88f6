package dev.berth.cli.doctor;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.failure.Failure;

import java.util.ArrayList;

/// `berth doctor`: looks, and changes nothing.
public final class Doctor implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("doctor", "Looks at this machine and the settings in effect.")
                .value(
                        "--config",
                        "FILE",
                        "the settings file, instead of berth.yaml here or in the data folder");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var found = new ReadSettings(world).read(given.optional("--config"));
        var findings = new ArrayList<Finding>();
        findings.addAll(new Home(world).findings());
        findings.addAll(new Machine(world).findings());
        return new Report(findings, found.values(), found.file(), world.dataFolder());
    }
}
