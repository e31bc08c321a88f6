package dev.berth.server.workspaces;

import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.failure.Failure;
import dev.berth.session.life.Fields;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What is to change on a workspace, as it is written in a call; `null` takes away.
record Changes(
        Optional<String> name,
        Optional<Boolean> pinned,
        Optional<Boolean> starred,
        Optional<Boolean> archived,
        Optional<List<String>> tags,
        Optional<Optional<String>> modelOverride,
        Optional<Boolean> claimed,
        Optional<Optional<String>> expiresIn) {
    static Changes read(JsonReader in) throws JsonRefusal {
        return new Changes(
                in.optionalText("name"),
                in.optionalBool("pinned"),
                in.optionalBool("starred"),
                in.optionalBool("archived"),
                Fielded.texts(in, "tags"),
                Fielded.removable(in, "model_override"),
                in.optionalBool("claimed"),
                Fielded.removable(in, "expires_in"));
    }

    Fields fields() throws Failure {
        if (name.isPresent()) Labels.required(name.get());
        if (tags.isPresent()) Labels.tags(tags.get());
        var model = modelOverride.flatMap(inner -> inner);
        if (model.isPresent()) Labels.line("model", model.get());
        return new Fields(
                name, pinned, starred, archived, tags, modelOverride, claimed, expiring());
    }

    private Optional<Optional<Duration>> expiring() throws Failure {
        if (expiresIn.isEmpty()) return Optional.empty();
        return Optional.of(Wishes.duration(expiresIn.get()));
    }
}
