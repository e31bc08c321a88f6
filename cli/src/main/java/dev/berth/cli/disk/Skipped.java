package dev.berth.cli.disk;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;

import java.util.List;

/// An answer that also names what could not go into a disk: nothing is left out in silence.
record Skipped(JsonFields fields, String line, List<String> skipped) implements Reply {
    @Override
    public Json.Obj json() {
        return fields.put("skipped", Json.texts(skipped)).build();
    }

    @Override
    public void show(Page page) {
        page.line(line);
        for (String name : skipped) page.line("left out, not part of a disk: " + name);
    }
}
