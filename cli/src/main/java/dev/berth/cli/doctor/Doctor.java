package dev.berth.cli.doctor;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.cli.settings.Settings;
import dev.berth.failure.Failure;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.process.ProcessRunner;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
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
        var docker = new DockerEngine(world);
        findings.addAll(new Machine(world, docker).findings());
        findings.addAll(new Variables(world.environment()).findings());
        var profiles = profiles(found.settings(), readiness(world, docker));
        findings.addAll(ProfileLines.warnings(profiles));
        return new Report(findings, found.values(), profiles, found.file(), home.path());
    }

    private static List<Readiness.Of> profiles(Settings settings, Readiness readiness) {
        var all = new ArrayList<Readiness.Of>();
        settings.allProfiles()
                .forEach(
                        (name, profile) ->
                                all.add(
                                        readiness.look(
                                                name,
                                                profile,
                                                !settings.profiles().containsKey(name))));
        return all;
    }

    private static Readiness readiness(World world, DockerEngine docker) {
        // No folder is needed to look: a start would be refused before one is made.
        var runner =
                new ProcessRunner(
                        world.files(),
                        world.folder(),
                        new SecureRandom(),
                        System.getProperty("os.arch"));
        return new Readiness(
                new Programs(world.files(), ProgramFolders.of(world)),
                new Readiness.Walls(runner::tryOut),
                docker);
    }
}
