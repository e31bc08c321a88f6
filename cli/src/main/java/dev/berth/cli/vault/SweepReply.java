package dev.berth.cli.vault;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Table;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.vault.Conflict;
import dev.berth.vault.SweepReport;

import java.nio.file.Path;
import java.util.Optional;

/// What a sweep answers.
record SweepReply(Path vault, SweepReport report) implements Reply {
    private static final int BRIEF = 12;

    @Override
    public Json.Obj json() {
        return Json.object()
                .put("vault", vault.toString())
                .put("conflicts", report.conflicts().stream().map(SweepReply::json).toList())
                .putTexts("not_downloaded", report.notDownloaded())
                .putTexts("unreadable", report.unreadable())
                .put("files", report.files())
                .put("folders", report.folders())
                .build();
    }

    @Override
    public void show(Page page) {
        if (report.conflicts().isEmpty()) {
            page.line("no conflicts in " + Shown.count(report.files(), "file"));
        } else {
            showConflicts(page);
        }
        for (var path : report.notDownloaded()) {
            page.line("not downloaded: " + Shown.oneLine(path));
        }
        if (!report.notDownloaded().isEmpty()) {
            page.line("let the sync client keep the vault on this machine: Available offline");
        }
        for (var folder : report.unreadable()) page.line("could not look into " + folder);
    }

    private void showConflicts(Page page) {
        var table =
                Table.of(
                        "FILE",
                        "KIND",
                        "BASE",
                        "#SIZE",
                        "#BASE SIZE",
                        "CONTENT",
                        "HASH",
                        "BASE HASH");
        for (var conflict : report.conflicts()) {
            table.row(
                    conflict.path(),
                    conflict.kind().label(),
                    conflict.base().orElse("unknown"),
                    Shown.bytes(conflict.version().size()),
                    conflict.baseVersion().map(base -> Shown.bytes(base.size())).orElse("absent"),
                    content(conflict),
                    brief(Optional.of(conflict.version())),
                    brief(conflict.baseVersion()));
        }
        page.table(table);
        for (var conflict : report.conflicts()) {
            conflict.diff().filter(diff -> !diff.isEmpty()).ifPresent(page::line);
            conflict.problems().forEach(page::line);
        }
        page.blank();
        page.line(
                "%s; merge them by hand, then remove the copies"
                        .formatted(Shown.count(report.conflicts().size(), "conflict")));
    }

    private static String brief(Optional<Conflict.Version> version) {
        return version.flatMap(Conflict.Version::hash)
                .map(hash -> hash.hex().substring(0, BRIEF))
                .orElse("-");
    }

    private static String content(Conflict conflict) {
        if (conflict.baseVersion().isEmpty()) return "no base";
        return conflict.equalContent().map(equal -> equal ? "equal" : "differs").orElse("unread");
    }

    private static Json.Obj json(Conflict conflict) {
        var base = conflict.baseVersion();
        JsonFields fields =
                Json.object()
                        .put("path", conflict.path())
                        .put("kind", conflict.kind().label())
                        .putText("base", conflict.base())
                        .put("base_exists", base.isPresent())
                        .put("size", conflict.version().size())
                        .putText("hash", conflict.version().hash().map(ContentHash::hex))
                        .put("modified", conflict.version().modified());
        base.ifPresentOrElse(
                version -> fields.put("base_size", version.size()),
                () -> fields.putNull("base_size"));
        fields.putText("base_hash", base.flatMap(Conflict.Version::hash).map(ContentHash::hex));
        conflict.equalContent()
                .ifPresentOrElse(
                        equal -> fields.put("equal", equal), () -> fields.putNull("equal"));
        return fields.putText("problem", conflict.problems().stream().findFirst())
                .putText("diff", conflict.diff())
                .build();
    }
}
