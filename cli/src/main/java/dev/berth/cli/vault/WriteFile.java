package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.Place;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.vault.Expectation;
import dev.berth.vault.Reconcile;
import dev.berth.vault.WriteResult;
import dev.berth.vault.jgit.JGitMerge;

import java.util.Optional;

final class WriteFile implements Verb {
    private static final int MAXIMAL_BASE = 256 * 1024 * 1024;

    @Override
    public Spec spec() {
        return OpenVault.waiting(
                OpenVault.vault(Spec.of("write", "Replaces a file with standard input."))
                        .argument(OpenVault.PATH, "the file, from the vault's folder")
                        .value(
                                "--expect",
                                "HASH",
                                "what it must hold now: a content hash, or absent")
                        .value(
                                "--merge",
                                "BASE",
                                "the text that the change began from: merges with other changes")
                        .flag(
                                "--markers",
                                "with --merge: writes lines that both changed with markers around")
                        .value("--theirs-out", "FILE", "on a conflict: saves what is there now")
                        .example("berth vault write ~/vault PLAN.md --expect absent < plan.md"));
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var path = OpenVault.path(given);
        var base = base(given, world);
        var expected = expected(given, base);
        try (var vault = OpenVault.openWaiting(given, world)) {
            byte[] bytes = OpenVault.input(world);
            var result = vault.write(path, bytes, expected, reconcile(given, base));
            if (result instanceof WriteResult.Conflicted conflict) {
                saveTheirs(given, world, conflict);
                throw conflict.failure();
            }
            return written(result.orThrow());
        }
    }

    private static Expectation expected(Given given, Optional<byte[]> base) throws Failure {
        var expected = given.optional("--expect");
        if (expected.isPresent()) return Expectation.parse(expected.get());
        return base.<Expectation>map(bytes -> new Expectation.Content(ContentHash.of(bytes)))
                .orElseGet(Expectation.Anything::new);
    }

    private static Optional<byte[]> base(Given given, World world) throws Failure {
        var file = given.optional("--merge");
        if (file.isEmpty()) {
            if (!given.flag("--markers")) return Optional.empty();
            throw new Failure.Malformed("--markers without --merge", "give the base to merge from");
        }
        var place = Place.of(world.path(file.get()));
        try (var folder = world.files().open(place.folder())) {
            return Optional.of(AtomicFile.read(folder, place.name(), MAXIMAL_BASE));
        } catch (FileFault fault) {
            throw fault.asFailure(file.get());
        }
    }

    private static Reconcile reconcile(Given given, Optional<byte[]> base) {
        if (base.isEmpty()) return Reconcile.never();
        var merge = new JGitMerge();
        boolean markers = given.flag("--markers");
        return (ours, theirs) ->
                markers
                        ? merge.marked(base.get(), ours, theirs)
                        : merge.merged(base.get(), ours, theirs);
    }

    /// A conflict is what there is to tell, even when its other side cannot be saved.
    private static void saveTheirs(Given given, World world, WriteResult.Conflicted conflict) {
        var out = given.optional("--theirs-out");
        if (out.isEmpty() || conflict.theirs().isEmpty()) return;
        try {
            save(out.get(), world, conflict.theirs().get());
        } catch (Failure failure) {
            world.err().println("berth: --theirs-out: " + Shown.oneLine(failure.what()));
        }
    }

    private static void save(String out, World world, byte[] theirs) throws Failure {
        var place = Place.of(world.path(out));
        try (var folder = world.files().open(place.folder())) {
            AtomicFile.write(folder, place.name(), theirs, 0644);
        } catch (FileFault fault) {
            throw fault.asFailure(out);
        }
    }

    private static Reply written(WriteResult.Written written) {
        return Reply.line(
                Json.object()
                        .put("path", written.path().text())
                        .put("hash", written.hash().hex())
                        .put("size", written.size())
                        .put("merged", written.merged())
                        .build(),
                "%s %s, %s"
                        .formatted(
                                written.merged() ? "merged into" : "wrote",
                                written.path(),
                                written.hash()));
    }
}
