package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bundle.Port.Form;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.disk.Disk;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.ZipInputStream;

/// Random histories of a disk in which every name and every content carries a marker of its own:
/// what is private, was deleted or was overwritten is nowhere in what is shipped.
@DisplayName("What stays at home")
class CanaryTest {
    private static final int HISTORIES = Integer.getInteger("berth.histories", 260);
    private static final long SEED = Long.getLong("berth.seed", 20261116);
    private static final int STEPS = 40;

    @TempDir(factory = Ram.class)
    Path folder;

    @ParameterizedTest
    @EnumSource
    void isNowhereInTheBundle(Form form) throws Exception {
        System.out.printf("%d histories in %s form, seed %d%n", HISTORIES, form, SEED);
        int hidden = 0;
        int travelled = 0;
        var port = Port.at(folder);
        for (int i = 0; i < HISTORIES; i++) {
            var random = new SplittableRandom(SEED + i);
            var path = port.create("d" + i, form);
            History history;
            try (var disk = port.open(path)) {
                history = new History(disk, form == Form.TREE ? path : null, random);
                for (int step = 0; step < STEPS; step++) history.step();
            }
            var bundle = port.path("b" + i + ".wbundle");
            port.ship(path, bundle, ShipOptions.PLAIN.unscanned());
            String seen = seen(bundle);
            var travelling = history.travelling();
            for (String marker : history.markers) {
                boolean there = seen.contains(marker);
                assertThat(there)
                        .as("seed %d, marker %s, in %s form", SEED + i, marker, form)
                        .isEqualTo(travelling.contains(marker));
                if (there) travelled++;
                else hidden++;
            }
            clear(path);
        }
        System.out.printf("%d markers stayed at home, %d travelled%n", hidden, travelled);
        assertThat(hidden).isGreaterThan(HISTORIES);
        assertThat(travelled).isGreaterThan(HISTORIES);
    }

    @Test
    void wouldBeSeen() throws Exception {
        // The search itself: with everything private on board it finds the markers.
        var port = Port.at(folder);
        var path = port.create("d", Form.FILE);
        try (var disk = port.open(path)) {
            disk.put(
                    new VolumePath("/x"),
                    "private-marker".getBytes(StandardCharsets.UTF_8),
                    Volume.MEMORY);
        }
        port.ship(path, port.path("b.wbundle"), ShipOptions.PLAIN.withPrivate());
        assertThat(seen(port.path("b.wbundle"))).contains("private-marker");
    }

    /// The bundle's bytes, and all that comes out of it, by another reader than ours.
    private static String seen(Path bundle) throws IOException {
        byte[] raw = Files.readAllBytes(bundle);
        var all = new ByteArrayOutputStream();
        all.writeBytes(raw);
        try (var zip = new ZipInputStream(new ByteArrayInputStream(raw))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                all.writeBytes(entry.getName().getBytes(StandardCharsets.UTF_8));
                all.writeBytes(zip.readAllBytes());
            }
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    private static void clear(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            Files.delete(path);
            return;
        }
        try (var all = Files.walk(path)) {
            for (var one : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(one);
        }
    }

    /// A disk with a past.
    private static final class History {
        private static final List<Volume> VOLUMES = List.copyOf(Volume.all());

        private final Disk disk;
        private final @Nullable Path tree;
        private final SplittableRandom random;
        private final Set<String> markers = new HashSet<>();
        private final Map<String, Entry> entries = new LinkedHashMap<>();

        private record Entry(
                Volume volume, VolumePath path, EntryKind kind, String marker, String target) {}

        History(Disk disk, @Nullable Path tree, SplittableRandom random) {
            this.disk = disk;
            this.tree = tree;
            this.random = random;
        }

        void step() throws Exception {
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> write(volume(), fresh());
                case 3 -> overwrite();
                case 4 -> delete();
                case 5 -> rename();
                case 6 -> moveBetweenVolumes();
                case 7 -> link();
                default -> emptyFolder();
            }
        }

        private void write(Volume volume, VolumePath path) throws Failure {
            String marker = marker();
            var text = new StringBuilder("content " + marker + "\n");
            // Long enough to be deflated now and then, and with the marker at the end as well.
            if (random.nextBoolean())
                text.append("filling ".repeat(random.nextInt(200))).append(marker);
            disk.put(path, text.toString().getBytes(StandardCharsets.UTF_8), volume);
            entries.put(volume + path.value(), new Entry(volume, path, EntryKind.FILE, marker, ""));
        }

        private void overwrite() throws Failure {
            var one = any(EntryKind.FILE);
            if (one != null) write(one.volume, one.path);
        }

        private void delete() throws Failure {
            var one = any(null);
            if (one == null) return;
            disk.remove(one.path, Disk.Depth.ONE, one.volume);
            entries.remove(one.volume + one.path.value());
        }

        private void rename() throws Failure {
            var one = any(null);
            if (one == null) return;
            var to = fresh();
            disk.rename(one.path, to, one.volume);
            entries.remove(one.volume + one.path.value());
            entries.put(
                    one.volume + to.value(),
                    new Entry(one.volume, to, one.kind, one.marker, one.target));
        }

        private void moveBetweenVolumes() throws Exception {
            var one = any(EntryKind.FILE);
            if (one == null) return;
            var to = volume();
            var path = fresh();
            if (tree != null) {
                // As an agent would, past the disk.
                var from = tree.resolve(one.volume.label() + one.path.value());
                var target = tree.resolve(to.label() + path.value());
                Files.createDirectories(target.resolveSibling(".").normalize());
                Files.move(from, target);
                prune(from.resolveSibling(".").normalize(), one.path);
            } else {
                disk.put(path, disk.get(one.path, one.volume), to);
                disk.remove(one.path, Disk.Depth.ONE, one.volume);
            }
            entries.remove(one.volume + one.path.value());
            entries.put(to + path.value(), new Entry(to, path, EntryKind.FILE, one.marker, ""));
        }

        /// As a disk does: a folder goes with its last file.
        private static void prune(Path left, VolumePath path) throws IOException {
            if (path.parent().isEmpty()) return;
            try (var all = Files.list(left)) {
                if (all.findAny().isPresent()) return;
            }
            Files.delete(left);
        }

        private void link() throws Failure {
            var one = any(EntryKind.FILE);
            if (one == null) return;
            var volume = volume();
            var path = new VolumePath("/" + marker());
            boolean inside = one.volume == volume;
            String target =
                    inside
                            ? one.path.value().substring(1)
                            : "../" + one.volume.label() + one.path.value();
            disk.put(
                    path,
                    EntryKind.LINK,
                    new ByteArrayInputStream(target.getBytes(StandardCharsets.UTF_8)),
                    volume);
            entries.put(volume + path.value(), new Entry(volume, path, EntryKind.LINK, "", target));
        }

        private void emptyFolder() throws Failure {
            var volume = volume();
            var path = new VolumePath("/" + marker());
            disk.put(path, EntryKind.FOLDER, new ByteArrayInputStream(new byte[0]), volume);
            entries.put(volume + path.value(), new Entry(volume, path, EntryKind.FOLDER, "", ""));
        }

        /// Every marker that may be seen: in names and contents of what travels now, and in links
        /// to that.
        Set<String> travelling() {
            var text = new StringBuilder();
            for (var one : entries.values()) {
                if (!one.volume.travels()) continue;
                if (one.kind == EntryKind.LINK && !leads(one)) continue;
                text.append(one.path.value())
                        .append(' ')
                        .append(one.marker)
                        .append(' ')
                        .append(one.target)
                        .append('\n');
            }
            var seen = new HashSet<String>();
            for (String marker : markers) if (text.indexOf(marker) >= 0) seen.add(marker);
            return seen;
        }

        /// Whether a link is where it was made, or as deep, and its file is still there.
        private boolean leads(Entry link) {
            String from = link.path.parent().map(VolumePath::value).orElse("");
            return !link.target.startsWith("../")
                    && entries.containsKey(link.volume + from + "/" + link.target);
        }

        private VolumePath fresh() {
            return new VolumePath(
                    random.nextBoolean() ? "/" + marker() : "/" + marker() + "/" + marker());
        }

        private String marker() {
            byte[] bytes = new byte[8];
            random.nextBytes(bytes);
            String marker = HexFormat.of().formatHex(bytes);
            markers.add(marker);
            return marker;
        }

        private Volume volume() {
            return VOLUMES.get(random.nextInt(VOLUMES.size()));
        }

        private @Nullable Entry any(@Nullable EntryKind kind) {
            List<Entry> all = new ArrayList<>();
            for (var one : entries.values()) if (kind == null || one.kind == kind) all.add(one);
            return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
        }
    }
}
