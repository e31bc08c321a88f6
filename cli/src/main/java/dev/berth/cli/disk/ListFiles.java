package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.Disk.Depth;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class ListFiles implements Verb {
    @Override
    public Spec spec() {
        return Opened.volume(
                        Spec.of("ls", "Lists what lies on a disk.")
                                .argument(Opened.DISK, Opened.DISK_HELP)
                                .optionalArgument("PATH", "a folder; the whole volume without it"))
                .flag(new String[] {"-l", "--long"}, "with mode, size and time")
                .flag(new String[] {"-R", "--recursive"}, "with all that lies below")
                .example("berth disk ls d.sqlite -lR --volume memory");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        Volume volume = Opened.volume(given);
        Optional<String> typed = given.optional("PATH").filter(path -> !path.equals("/"));
        Optional<VolumePath> folder =
                typed.isPresent()
                        ? Optional.of(VolumePath.parse(withoutEnd(typed.get())))
                        : Optional.empty();
        boolean recursive = given.flag("--recursive");
        try (var disk = Opened.disk(given, world)) {
            var entries = disk.list(folder, recursive ? Depth.ALL : Depth.ONE, volume);
            var rows = new ArrayList<Listed>();
            for (var entry : entries) {
                boolean link = entry.kind() == EntryKind.LINK;
                String target = link ? disk.linkTarget(entry.path(), volume) : "";
                rows.add(new Listed(entry, target));
            }
            return new Listing(volume, rows, given.flag("--long"), recursive);
        }
    }

    private static String withoutEnd(String path) {
        return path.length() > 1 && path.endsWith("/")
                ? path.substring(0, path.length() - 1)
                : path;
    }

    /// An entry, and where it points if it is a link.
    private record Listed(DiskEntry entry, String target) {}

    private record Listing(Volume volume, List<Listed> rows, boolean wide, boolean recursive)
            implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("volume", volume.label())
                    .put("entries", Json.array(rows.stream().map(this::json).toList()))
                    .build();
        }

        private Json.Obj json(Listed row) {
            var entry = row.entry();
            var fields =
                    Json.object()
                            .put("name", entry.path().name())
                            .put("path", entry.path().value())
                            .put("type", entry.kind().isFile() ? "file" : entry.kind().label())
                            .put("mode", entry.kind().mode())
                            .put("size", entry.size())
                            .put("mtime", time(entry));
            if (entry.kind() == EntryKind.LINK) fields.put("target", row.target());
            return fields.build();
        }

        @Override
        public void show(Page page) {
            if (!wide) {
                for (var row : rows) page.line(Shown.oneLine(name(row.entry())));
                return;
            }
            if (rows.isEmpty()) return;
            var table = Table.of("MODE", "#SIZE", "MODIFIED", "NAME");
            for (var row : rows) {
                var entry = row.entry();
                String arrow = row.target().isEmpty() ? "" : " -> " + row.target();
                table.row(
                        "%06o".formatted(entry.kind().mode()),
                        Long.toString(entry.size()),
                        time(entry),
                        name(entry) + arrow);
            }
            page.table(table);
        }

        private String name(DiskEntry entry) {
            String name = recursive ? entry.path().value() : entry.path().name();
            return entry.kind() == EntryKind.FOLDER ? name + "/" : name;
        }

        private static String time(DiskEntry entry) {
            return Instant.ofEpochSecond(entry.modifiedSeconds(), entry.modifiedNanos()).toString();
        }
    }
}
