package dev.berth.runner.resident;

import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// What every turn has in its environment.
public final class Surroundings {
    private Surroundings() {}

    /// `place` says where a volume shows, as the turn sees it.
    public static Map<String, String> of(
            SessionId session, String home, Function<Volume, String> place) {
        var all = new LinkedHashMap<String, String>();
        all.put("PATH", Program.PATH);
        all.put("LANG", "C.UTF-8");
        all.put("HOME", home);
        all.put("BERTH_SESSION", session.value());
        all.put("BERTH_WORKSPACE", place.apply(Volume.WORKSPACE));
        all.put("BERTH_MEMORY", place.apply(Volume.MEMORY));
        all.put("TMPDIR", place.apply(Volume.TMP));
        return all;
    }
}
