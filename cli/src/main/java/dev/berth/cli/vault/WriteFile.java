package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
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
        var out = theirsOut(given, world);
        try (var vault = OpenVault.openWaiting(given, world)) {
            if (out.isPresent()) out.get().check(vault.path());
            byte[] bytes = OpenVault.input(world);
            var merging = new Merging(new JGitMerge(), base, given.flag("--markers"));
            var result = vault.write(path, bytes, expected, merging);
            if (result instanceof WriteResult.Conflicted conflict) {
                var merge = base.map(_ -> merging.outcome());
                throw new WriteConflict(conflict, merge, out).failure();
            }
            var written = result.orThrow();
            return written(
                    written, written.merged() && merging.outcome() == Merging.Outcome.MARKED);
        }
    }

    private static Optional<TheirsOut> theirsOut(Given given, World world) throws Failure {
        var typed = given.optional("--theirs-out");
        if (typed.isEmpty()) return Optional.empty();
        return Optional.of(TheirsOut.of(typed.get(), world, 0666 & ~OpenVault.umask(world)));
    }

    /// With a base, the change began from that: whatever else is there now is merged with.
    private static Expectation expected(Given given, Optional<byte[]> base) throws Failure {
        var typed = given.optional("--expect");
        Expectation expected =
                typed.isPresent() ? Expectation.parse(typed.get()) : new Expectation.Anything();
        if (base.isEmpty() || expected instanceof Expectation.Absent) return expected;
        return new Expectation.Content(ContentHash.of(base.get()));
    }

    private static Optional<byte[]> base(Given given, World world) throws Failure {
        var file = given.optional("--merge");
        if (file.isEmpty()) {
            if (!given.flag("--markers")) return Optional.empty();
            throw new Failure.Malformed("--markers without --merge", "give the base to merge from");
        }
        try {
            // It lies outside the vault, where links are as good as what they point to.
            var place = Place.of(world.files().realPath(world.path(file.get())));
            try (var folder = world.files().open(place.folder())) {
                return Optional.of(AtomicFile.read(folder, place.name(), MAXIMAL_BASE));
            }
        } catch (FileFault fault) {
            throw fault.asFailure(file.get());
        }
    }

    private static Reply written(WriteResult.Written written, boolean markers) {
        String done = markers ? "merged, with markers, into" : "merged into";
        return Reply.lines(
                Json.object()
                        .put("path", written.path().text())
                        .put("hash", written.hash().hex())
                        .put("size", written.size())
                        .put("merged", written.merged())
                        .put("markers", markers)
                        .build(),
                "%s %s, %s"
                        .formatted(
                                written.merged() ? done : "wrote", written.path(), written.hash()));
    }
}
