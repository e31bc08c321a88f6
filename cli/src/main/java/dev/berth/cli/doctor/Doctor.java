package dev.berth.cli.doctor;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Optional;

/// `berth doctor`: looks, and changes nothing.
public final class Doctor implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("doctor", "Looks at this machine and the settings in effect.")
                .value(
                        "--config",
                        "FILE",
                        "the settings file, instead of berth.yaml here or in the data folder")
                .example("berth doctor")
                .example("berth doctor --config fleet.yaml --json");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var home = Home.of(world);
        var settings = new ReadSettings(world);
        Optional<String> config = given.optional("--config");
        // A data folder that cannot be opened is a finding; it must not hide all the others.
        var found =
                home.opened() || config.isPresent() ? settings.read(config) : settings.readHere();
        var findings = new ArrayList<Finding>();
        findings.addAll(home.findings());
        findings.addAll(new Machine(world).findings());
        findings.addAll(new Variables(world.environment()).findings());
        return new Report(
                findings, found.values(), found.settings().profiles(), found.file(), home.path());
    }
}
