package dev.berth.session.life;

import dev.berth.depot.snapshot.Findings.Skipped;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.session.Event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What lay in a tree and cannot be in a checkpoint: pipes, sockets and devices, and what nobody
/// may read. How many there are, and the first of them by name; what lies in volumes that are
/// nobody's business is counted only.
public record LeftOut(long count, List<String> paths) {
    static final LeftOut NOTHING = new LeftOut(0, List.of());
    private static final int MOST = 100;
    private static final String COUNT = "skipped";
    private static final String PATHS = "skipped_paths";

    public LeftOut {
        paths = List.copyOf(paths);
    }

    static LeftOut of(List<Skipped> skipped) {
        var paths =
                skipped.stream()
                        .filter(each -> isShown(each.path()))
                        .limit(MOST)
                        .map(each -> "%s (%s)".formatted(each.path(), each.why()))
                        .toList();
        return new LeftOut(skipped.size(), paths);
    }

    private static boolean isShown(String path) {
        return Arrays.stream(Volume.values())
                .filter(Volume::travels)
                .anyMatch(volume -> path.startsWith(volume.label() + "/"));
    }

    /// As it stands among the data of a checkpoint's event.
    static LeftOut of(Event event) {
        var paths = new ArrayList<String>();
        if (event.data().fields().get(PATHS) instanceof Json.Arr(var items)) {
            for (var item : items) if (item instanceof Json.Text(var path)) paths.add(path);
        }
        return new LeftOut(Math.max(0, event.number(COUNT)), paths);
    }

    /// Nothing is said where nothing was left out.
    public void tell(JsonFields json) {
        if (count == 0) return;
        json.put(COUNT, count).putTexts(PATHS, paths);
    }

    /// For people.
    String words() {
        String names = paths.isEmpty() ? "" : ": " + String.join(", ", paths);
        return "%d entries cannot be kept and are not in the checkpoint%s".formatted(count, names);
    }
}
