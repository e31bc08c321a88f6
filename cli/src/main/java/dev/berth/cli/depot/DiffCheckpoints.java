package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Browsing;
import dev.berth.depot.diff.Change;
import dev.berth.depot.diff.DiffTrees;
import dev.berth.depot.diff.jgit.TextDiff;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Layout;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

final class DiffCheckpoints implements Verb {
    /// Larger files are told by name only.
    private static final long MOST_TEXT_BYTES = 4L << 20;

    @Override
    public Spec spec() {
        return OpenedDepot.options(
                        OpenedDepot.spec("diff", "Tells what changed between two checkpoints.")
                                .argument("A", "the older checkpoint, `latest`, or a session")
                                .argument("B", "the newer one")
                                .flag("--text", "show the lines that changed"))
                .example("berth depot diff depot cp_01ab cp_01cd --text");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        try (var opened = OpenedDepot.atHand(given, world)) {
            var tenant = opened.tenant();
            var one = tenant.find(given.text("A"));
            var other = tenant.find(given.text("B"));
            try (var before = tenant.browse(one);
                    var after = tenant.browse(other)) {
                var rows = new ArrayList<Row>();
                boolean text = given.flag("--text");
                boolean disk = other.layout() == Layout.DISK;
                var diff =
                        new DiffTrees(
                                before,
                                after,
                                change -> {
                                    String path = path(change, disk);
                                    var lines =
                                            text
                                                    ? lines(change, path, before, after)
                                                    : Optional.<String>empty();
                                    rows.add(new Row(change, path, lines));
                                });
                diff.run();
                return new Told(one.id().value(), other.id().value(), rows);
            }
        }
    }

    private static String path(Change change, boolean disk) {
        return disk ? change.volume().label() + "/" + change.path() : change.path();
    }

    private static Optional<String> lines(
            Change change, String path, Browsing before, Browsing after) throws Failure {
        if (change.kind() == Change.Kind.TOUCHED) return Optional.empty();
        var old = text(change.before(), before);
        var now = text(change.after(), after);
        if (old.isEmpty() || now.isEmpty()) return Optional.empty();
        var heads =
                new TextDiff.Heads(path, change.before().isPresent(), change.after().isPresent());
        return TextDiff.of(heads, old.get().toByteArray(), now.get().toByteArray());
    }

    /// The bytes of a file, none for what is not there; empty for what has no lines.
    private static Optional<ByteArrayOutputStream> text(
            Optional<TreeEntry> entry, Browsing browsing) throws Failure {
        var bytes = new ByteArrayOutputStream();
        if (entry.isEmpty()) return Optional.of(bytes);
        if (!(entry.get() instanceof TreeEntry.File file) || file.size() > MOST_TEXT_BYTES) {
            return Optional.empty();
        }
        browsing.read(file, bytes::write);
        return Optional.of(bytes);
    }

    private record Row(Change change, String path, Optional<String> text) {}

    private record Told(String before, String after, List<Row> rows) implements Reply {
        @Override
        public Json.Obj json() {
            var changes = new ArrayList<Json.Obj>();
            for (var row : rows) {
                var fields =
                        Json.object()
                                .put("path", row.path())
                                .put("change", word(row.change().kind()));
                row.change().before().ifPresent(entry -> fields.put("before", Entries.json(entry)));
                row.change().after().ifPresent(entry -> fields.put("after", Entries.json(entry)));
                row.text().ifPresent(text -> fields.put("text", text));
                changes.add(fields.build());
            }
            return Json.object()
                    .put("before", before)
                    .put("after", after)
                    .put("changes", Json.array(changes))
                    .build();
        }

        @Override
        public void show(Page page) {
            for (var row : rows) {
                page.line("%-8s  %s".formatted(word(row.change().kind()), row.path()));
                row.text().ifPresent(page::line);
            }
        }

        private static String word(Change.Kind kind) {
            return kind.name().toLowerCase(Locale.ROOT);
        }
    }
}
