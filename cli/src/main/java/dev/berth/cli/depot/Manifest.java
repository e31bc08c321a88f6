package dev.berth.cli.depot;

import dev.berth.cli.Reply;
import dev.berth.cli.World;
import dev.berth.depot.Browsing;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Spelling;
import dev.berth.disk.Layout;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The flat form of a checkpoint: `{"files":[{"path","chunks":[…]}]}`. Printed as it is read, since
/// it may be long.
final class Manifest {
    private final Browsing browsing;
    private final PrintStream out;
    private boolean any;

    private Manifest(Browsing browsing, PrintStream out) {
        this.browsing = browsing;
        this.out = out;
    }

    static Reply print(Browsing browsing, Optional<String> typed, World world) throws Failure {
        var manifest = new Manifest(browsing, world.out());
        var checkpoint = browsing.checkpoint();
        world.out().print("{\"files\":[");
        if (typed.isPresent()) {
            manifest.part(TreePath.parse(typed.get(), checkpoint));
        } else {
            for (var tree : checkpoint.trees()) {
                manifest.part(new TreePath(tree.volume(), List.of()));
            }
        }
        world.out().println("\n]}");
        return Reply.none();
    }

    private void part(TreePath path) throws Failure {
        var entry = browsing.entry(path.volume(), path.names());
        var above = new StringBuilder(prefix(path.volume()));
        for (Name name : path.names()) above.append(Spelling.of(name)).append('/');
        if (entry.isPresent() && entry.get() instanceof TreeEntry.File file) {
            line(above.substring(0, above.length() - 1), file.chunks());
            return;
        }
        folder(above.toString(), browsing.list(path.volume(), path.names()));
    }

    private String prefix(Volume volume) {
        boolean disk = browsing.checkpoint().layout() == Layout.DISK;
        return disk ? volume.label() + "/" : "";
    }

    private void folder(String above, List<TreeEntry> entries) throws Failure {
        for (var entry : entries) {
            String path = above + Spelling.of(entry.name());
            switch (entry) {
                case TreeEntry.File file -> line(path, file.chunks());
                case TreeEntry.Folder folder -> folder(path + "/", browsing.list(folder));
                case TreeEntry.Link _ -> {}
            }
        }
    }

    private void line(String path, ChunkList chunks) {
        var ids = new ArrayList<String>();
        for (int i = 0; i < chunks.count(); i++) ids.add(chunks.id(i).hex());
        var json = Json.object().put("path", path).putTexts("chunks", ids).build();
        out.print((any ? ",\n" : "\n") + json.compact());
        any = true;
    }
}
