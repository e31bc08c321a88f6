package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Browsing;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Layout;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class ShowCheckpoint implements Verb {
    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("show", "Shows a checkpoint, or a folder in it.")
                                .argument("ID", "a checkpoint, `latest`, or a session")
                                .optionalArgument("PATH", "a folder or a file in it")
                                .flag("--manifest", "print every file with its chunks"))
                .example("berth depot show depot latest src");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.atHand(given, world)) {
            var checkpoint = opened.tenant().find(given.text("ID"));
            var path = given.optional("PATH");
            try (var browsing = opened.tenant().browse(checkpoint)) {
                if (given.flag("--manifest")) return Manifest.print(browsing, path, world);
                return new Listed(checkpoint, path, entries(browsing, path));
            }
        }
    }

    private static List<TreeEntry> entries(Browsing browsing, Optional<String> typed)
            throws Failure {
        var checkpoint = browsing.checkpoint();
        if (typed.isEmpty() && checkpoint.layout() == Layout.DISK) return List.of();
        var path = TreePath.parse(typed.orElse(""), checkpoint);
        var entry = browsing.entry(path.volume(), path.names());
        boolean folder = entry.isEmpty() || entry.get() instanceof TreeEntry.Folder;
        return folder ? browsing.list(path.volume(), path.names()) : List.of(entry.get());
    }

    private record Listed(Checkpoint checkpoint, Optional<String> path, List<TreeEntry> entries)
            implements Reply {
        @Override
        public Json.Obj json() {
            var rows = new ArrayList<Json.Obj>();
            for (var entry : entries) rows.add(Entries.json(entry));
            return Json.object()
                    .putAll(Replies.checkpoint(checkpoint))
                    .putText("path", path)
                    .put("entries", Json.array(rows))
                    .put("facts", checkpoint.facts())
                    .build();
        }

        @Override
        public void show(Page page) {
            if (path.isEmpty()) {
                page.heading("checkpoint " + checkpoint.id());
                page.line("session  " + checkpoint.session());
                page.line("created  " + checkpoint.created());
                checkpoint.parent().ifPresent(parent -> page.line("parent   " + parent));
                for (var tree : checkpoint.trees()) {
                    page.line(
                            "%s  %s, %s, tree %s"
                                    .formatted(
                                            tree.volume().label(),
                                            Shown.count(tree.files(), "file"),
                                            Shown.bytes(tree.bytes()),
                                            tree.root().hex()));
                }
            }
            if (entries.isEmpty()) return;
            var table = Table.of("MODE", "#SIZE", "MODIFIED", "NAME");
            for (var entry : entries) Entries.row(table, entry);
            page.table(table);
        }
    }
}
