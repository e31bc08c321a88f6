package dev.berth.cli.doctor;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.cli.settings.Settings;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.process.ProcessRunner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `berth doctor`: looks, and changes nothing, unless the catalog is to be rebuilt.
public final class Doctor implements Verb {
    private static final String REBUILD = "--rebuild-catalog";
    private static final String CATALOG = "sessions";
    private static final String NOT_NOW =
            "they are looked at when there are any and no server is at work";

    private final Sessions sessions;

    public Doctor(Sessions sessions) {
        this.sessions = sessions;
    }

    /// What the doctor can have done to the sessions of this data folder.
    public interface Sessions {
        /// Where rows, checkpoints and folders do not agree; empty when a server is at work, or
        /// nothing was kept yet.
        Optional<List<String>> orphans(Settings settings, World world) throws Failure;

        /// Brings every session that has a checkpoint back into the catalog.
        Reply rebuild(Settings settings, World world) throws Failure;
    }

    @Override
    public Spec spec() {
        return Spec.of("doctor", "Looks at this machine and the settings in effect.")
                .flag(REBUILD, "bring sessions back from the depot; no server may run meanwhile")
                .value(
                        "--config",
                        "FILE",
                        "the settings file, instead of berth.yaml here or in the data folder")
                .example("berth doctor")
                .example("berth doctor --config fleet.yaml --json")
                .example("berth doctor --rebuild-catalog");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var home = Home.of(world);
        var reading = new ReadSettings(world);
        Optional<String> config = given.optional("--config");
        // A data folder that cannot be opened is a finding; it must not hide all the others.
        var found = home.opened() || config.isPresent() ? reading.read(config) : reading.readHere();
        if (given.flag(REBUILD)) return sessions.rebuild(found.settings(), world);
        var findings = new ArrayList<Finding>();
        findings.addAll(home.findings());
        if (home.opened()) findings.add(catalog(found.settings(), world));
        var docker = new DockerEngine(world);
        var processes = processes(world);
        findings.addAll(new Machine(world, docker, bubblewrap(processes)).findings());
        findings.add(KeptLimits.of(processes));
        findings.addAll(new Variables(world.environment()).findings());
        var readiness = readiness(world, docker, processes);
        findings.addAll(ProfileLines.warnings(profiles(found.settings(), readiness)));
        // As the server that is at work runs them; its own warning was given.
        var settings = home.servesUnsandboxed() ? found.settings().unsandboxed() : found.settings();
        var profiles = profiles(settings, readiness);
        return new Report(findings, found.values(), profiles, found.file(), home.path());
    }

    /// That it cannot be looked at is a finding as well.
    private Finding catalog(Settings settings, World world) {
        try {
            var orphans = sessions.orphans(settings, world);
            if (orphans.isEmpty()) return Finding.absent(CATALOG, "not looked at", NOT_NOW);
            if (orphans.get().isEmpty()) {
                return Finding.ok(CATALOG, "rows, checkpoints and folders agree", "");
            }
            return Finding.warning(
                    CATALOG,
                    Shown.count(orphans.get().size(), "thing") + " out of place",
                    String.join("\n", orphans.get()));
        } catch (Failure failure) {
            return Finding.warning(CATALOG, failure.what(), failure.advice());
        }
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

    private static Optional<Path> bubblewrap(ProcessRunner processes) {
        try {
            return processes.bubblewrap();
        } catch (Failure noShell) {
            return Optional.empty();
        }
    }

    private static Readiness readiness(World world, DockerEngine docker, ProcessRunner processes) {
        return new Readiness(
                new Programs(world.files(), ProgramFolders.of(world)),
                new Readiness.Walls(processes::tryOut),
                docker);
    }

    /// No folder is needed to look: a start would be refused before one is made.
    private static ProcessRunner processes(World world) {
        return new ProcessRunner(
                world.files(), world.folder(), SystemRandom.here(), System.getProperty("os.arch"));
    }
}
