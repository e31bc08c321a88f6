package dev.berth.session;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What people put on a session to find it again or to change how it runs.
public record Marks(
        boolean pinned,
        boolean starred,
        boolean archived,
        List<String> tags,
        Optional<String> modelOverride,
        boolean playbook,
        boolean claimed) {
    public static final Marks NONE =
            new Marks(false, false, false, List.of(), Optional.empty(), false, false);

    public Marks {
        tags = tags.stream().distinct().sorted().toList();
    }

    public Marks tagged(String tag) {
        var more = new ArrayList<>(tags);
        more.add(tag);
        return new Marks(pinned, starred, archived, more, modelOverride, playbook, claimed);
    }

    Json.Obj json() {
        return Json.object()
                .put("pinned", pinned)
                .put("starred", starred)
                .put("archived", archived)
                .putTexts("tags", tags)
                .putText("model_override", modelOverride)
                .put("playbook", playbook)
                .put("claimed", claimed)
                .build();
    }

    static Marks read(JsonReader in) throws JsonRefusal {
        return new Marks(
                in.bool("pinned"),
                in.bool("starred"),
                in.bool("archived"),
                in.texts("tags"),
                in.optionalText("model_override"),
                in.bool("playbook"),
                in.bool("claimed"));
    }
}
