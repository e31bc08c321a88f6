package dev.berth.cli;

import dev.berth.cli.bundle.BundleCommands;
import dev.berth.cli.bundle.ReceiveBundle;
import dev.berth.cli.bundle.ShipDisk;
import dev.berth.cli.client.FilesCommands;
import dev.berth.cli.client.SessionsCommands;
import dev.berth.cli.client.TokensCommands;
import dev.berth.cli.depot.DepotCommands;
import dev.berth.cli.disk.DiskCommands;
import dev.berth.cli.doctor.Doctor;
import dev.berth.cli.flow.FlowCommands;
import dev.berth.cli.serve.Serve;
import dev.berth.cli.serve.SessionsOnDisk;
import dev.berth.cli.tour.Tour;
import dev.berth.cli.vault.VaultCommands;

import java.util.List;
import java.util.function.Supplier;

/// Everything that can be typed after `berth`, in the order that the help shows. A member is made
/// only when it is asked for: the others cost their name and one line.
final class Commands {
    static final List<Entry> ALL =
            List.of(
                    new Entry(
                            "tour",
                            Tour.SUMMARY,
                            () -> new Tour((world, words) -> new CommandRun(world).run(words))),
                    new Entry("sessions", SessionsCommands.SUMMARY, SessionsCommands::group),
                    new Entry("files", FilesCommands.SUMMARY, FilesCommands::group),
                    new Entry("tokens", TokensCommands.SUMMARY, TokensCommands::group),
                    new Entry("serve", Serve.SUMMARY, Serve::new),
                    new Entry(
                            "disk",
                            "Works on one disk, a file or a folder, without a server.",
                            DiskCommands::group),
                    new Entry("ship", ShipDisk.SUMMARY, ShipDisk::new),
                    new Entry("receive", ReceiveBundle.SUMMARY, ReceiveBundle::new),
                    new Entry("bundle", BundleCommands.SUMMARY, BundleCommands::group),
                    new Entry(
                            "depot",
                            "Keeps trees as checkpoints, sealed, and brings them back.",
                            DepotCommands::group),
                    new Entry(
                            "flow",
                            "Keeps the state of a project's work in its .flow folder.",
                            FlowCommands::group),
                    new Entry(
                            "vault",
                            "Writes a synced folder that others write too.",
                            VaultCommands::group),
                    new Entry(
                            "doctor",
                            "Looks at this machine and the settings in effect.",
                            () -> new Doctor(new SessionsOnDisk())),
                    new Entry("version", "Says which Berth this is.", Version::new),
                    new Entry(
                            "completion",
                            "Prints a completion script for bash, zsh or fish.",
                            Completion::new));

    private Commands() {}

    /// One word after `berth`.
    record Entry(String name, String summary, Supplier<Node> node) {}
}
