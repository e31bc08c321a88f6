package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.failure.Failure;
import dev.berth.vault.Sweep;
import dev.berth.vault.TextDiff;
import dev.berth.vault.jgit.JGitDiff;

import java.nio.file.Path;
import java.util.Optional;

final class SweepVault implements Verb {
    @Override
    public Spec spec() {
        return OpenVault.vault(
                        Spec.of(
                                "sweep",
                                "Finds what the sync client could not merge; deletes nothing."))
                .flag("--diff", "show how each file differs from its base")
                .value("--drivefs", "DIR", "where Drive keeps its lost_and_found, if elsewhere")
                .example("berth vault sweep ~/vault --diff");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        Optional<TextDiff> diff =
                given.flag("--diff") ? Optional.of(new JGitDiff()) : Optional.empty();
        Optional<String> named = given.optional("--drivefs");
        Optional<Path> drive = Optional.empty();
        if (named.isPresent()) {
            OpenVault.folder(named.get(), world);
            // As it was named: its own name may say that all in it is lost.
            drive = Optional.of(world.path(named.get()));
        }
        try (var vault = OpenVault.open(given, world)) {
            var sweep = new Sweep(vault, world.files(), drive, diff);
            return new SweepReply(vault.path(), sweep.run());
        }
    }
}
