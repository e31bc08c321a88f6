package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.restore.Choice;
import dev.berth.depot.restore.Receipt;
import dev.berth.depot.restore.RestoreCheckpoint.Wish;
import dev.berth.depot.snapshot.Wish.Memory;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

final class RestoreTree implements Verb {
    private static final int DAMAGED = 12;

    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("restore", "Brings a checkpoint back into a folder.")
                                .argument("ID", "a checkpoint, `latest`, or a session")
                                .argument(
                                        "TARGET", "a folder or a .sqlite file, made when not there")
                                .arguments("PATH", "only what lies there")
                                .flag("--exact", "remove what is not in the checkpoint")
                                .flag("--sync", "return only when everything is on the disk"))
                .example("berth depot restore depot ses_1 project");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.atHand(given, world)) {
            var tenant = opened.tenant();
            var checkpoint = tenant.find(given.text("ID"));
            var target = world.path(given.text("TARGET"));
            var depot = OpenedDepot.folder(given, world);
            var place = new RestoreTarget(world, depot, target);
            place.mustSpareTheDepot(given.flag("--exact"));
            var wish =
                    new Wish(
                                    parts(given.texts("PATH"), checkpoint),
                                    given.flag("--exact"),
                                    given.flag("--sync"))
                            .sparing(place.spared(namedKey(opened, world)));
            try (var cache = CacheFolder.ofTrees(world);
                    var bar = Bar.ofBytes(world, "Restoring")) {
                var domain = tenant.domain(checkpoint.domain());
                var key = Memories.keyOfTarget(world, opened, domain, target);
                var restoring = tenant.restoring(checkpoint);
                if (!Sources.isFileForm(world, target)) {
                    var remembering =
                            cache.folder()
                                    .map(folder -> wish.remembering(new Memory(folder, key)))
                                    .orElse(wish);
                    var receipt = restoring.restore(checkpoint, target, remembering, bar.telling());
                    return new Restored(receipt, digests(checkpoint, wish));
                }
                var into = new IntoFileForm(world, restoring, checkpoint, wish);
                return new Restored(into.restore(target, bar.telling()), digests(checkpoint, wish));
            }
        }
    }

    private static Optional<Path> namedKey(OpenedDepot opened, World world) throws Failure {
        var named = opened.keys().named();
        return named.isEmpty() ? Optional.empty() : Optional.of(world.path(named.get()));
    }

    private static Map<Volume, Choice> parts(List<String> typed, Checkpoint checkpoint)
            throws Failure {
        var paths = new EnumMap<Volume, List<List<Name>>>(Volume.class);
        for (String each : typed) {
            if (each.isEmpty()) {
                throw new Failure.Malformed(
                        "a path is empty", "name what is wanted, or no path for all of it");
            }
            var path = TreePath.parse(each, checkpoint);
            paths.computeIfAbsent(path.volume(), _ -> new ArrayList<>()).add(path.names());
        }
        var parts = new EnumMap<Volume, Choice>(Volume.class);
        paths.forEach((volume, names) -> parts.put(volume, Choice.of(names)));
        return parts;
    }

    /// By which what comes back from several depots can be compared: under no key, the same in all
    /// of them. Of a part of a tree there is none.
    private static Map<Volume, ChunkId> digests(Checkpoint checkpoint, Wish wish) {
        var digests = new EnumMap<Volume, ChunkId>(Volume.class);
        if (!wish.parts().isEmpty()) return digests;
        for (var tree : checkpoint.trees()) digests.put(tree.volume(), tree.digest());
        return digests;
    }

    private record Restored(Receipt receipt, Map<Volume, ChunkId> digests) implements Reply {
        @Override
        public Json.Obj json() {
            var trees = new ArrayList<Json.Obj>();
            for (var tree : receipt.trees()) {
                var told =
                        Json.object()
                                .put("volume", tree.volume().label())
                                .put("expected", tree.expected().hex())
                                .put("found", tree.found().hex())
                                .put("whole", tree.isWhole());
                var digest = digests.get(tree.volume());
                if (digest != null && tree.isWhole()) told.put("digest", digest.hex());
                trees.add(told.build());
            }
            return Json.object()
                    .put("checkpoint", receipt.checkpoint().value())
                    .put("whole", receipt.isExact())
                    .put("trees", Json.array(trees))
                    .put("written", receipt.written())
                    .put("written_links", receipt.writtenLinks())
                    .put("written_bytes", receipt.writtenBytes())
                    .put("kept", receipt.kept())
                    .put("removed", receipt.removed())
                    .put("owners_left", receipt.ownersLeft())
                    .putTexts("differing", differing())
                    .putTexts("left_out", receipt.leftOut())
                    .putTexts("missing", receipt.missing())
                    .putTexts("altered", receipt.altered())
                    .putTexts("dropped", receipt.dropped().stream().map(Volume::label).toList())
                    .build();
        }

        @Override
        public void show(Page page) {
            page.line(
                    // Numbers as they are: %d looks up how the whole world writes them first.
                    "restored %s: %s%s written (%s), %s kept%s"
                            .formatted(
                                    receipt.checkpoint(),
                                    Shown.count(receipt.written(), "file"),
                                    receipt.writtenLinks() == 0
                                            ? ""
                                            : " and " + Shown.count(receipt.writtenLinks(), "link"),
                                    Shown.bytes(receipt.writtenBytes()),
                                    receipt.kept(),
                                    receipt.removed() == 0
                                            ? ""
                                            : ", %s removed".formatted(receipt.removed())));
            for (var tree : receipt.trees()) {
                page.line(
                        "%s: %s %s"
                                .formatted(
                                        tree.volume().label(),
                                        standing(tree),
                                        tree.found().hex().substring(0, 16)));
            }
            if (!receipt.differing().isEmpty()) {
                page.line(
                        "not as they were, since the target could not take them: "
                                + String.join(", ", differing()));
            }
            for (String path : receipt.leftOut()) {
                page.line("left as it is, not for a restore to write to: " + path);
            }
            for (String path : receipt.missing()) page.line("missing: " + path);
            for (String path : receipt.altered()) page.line("altered meanwhile: " + path);
            if (receipt.ownersLeft() > 0) {
                page.line(
                        "owners of %s could not be given back"
                                .formatted(Shown.count(receipt.ownersLeft(), "file")));
            }
        }

        private String standing(Receipt.Tree tree) {
            if (tree.isWhole()) return "whole, tree";
            return receipt.isWhole() ? "every byte of it, tree" : "NOT WHOLE, found";
        }

        private List<String> differing() {
            return receipt.differing().stream()
                    .sorted()
                    .map(fact -> fact.name().toLowerCase(Locale.ROOT))
                    .toList();
        }

        @Override
        public int exitCode() {
            return receipt.isWhole() ? 0 : DAMAGED;
        }
    }
}
