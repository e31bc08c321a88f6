package dev.berth.server.files;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.session.files.FileEntry;
import dev.berth.session.life.SessionFiles;

/// Entries as the API shows them. A name that is not UTF-8 is shown with `\xNN` for what is not.
final class Entries {
    private Entries() {}

    static Json.Obj shown(FileEntry entry) {
        return fields(entry).build();
    }

    /// With where it lies in its volume.
    static Json.Obj shown(SessionFiles.Hit hit) {
        return fields(hit.entry()).put("path", hit.path().text()).build();
    }

    private static JsonFields fields(FileEntry entry) {
        var fields =
                Json.object()
                        .put("name", entry.name().text().orElseGet(entry.name()::toString))
                        .put("type", entry.type().label())
                        .put("size", entry.size())
                        .put("mtime", entry.modified());
        return entry.isFile() && entry.executable() ? fields.put("executable", true) : fields;
    }
}
