package dev.berth.cli.client;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.util.LinkedHashMap;
import java.util.List;

final class ListSessions implements Verb {
    private static final long MOST = 1_000_000;

    @Override
    public Spec spec() {
        return Spec.of("list", "Lists sessions, the newest first.")
                .value("--status", "STATE", "only those that are active, idle, paused, …")
                .value("--name", "PART", "only those whose name holds this")
                .value("--tag", "WORD", "only those with this tag")
                .flag("--pinned", "only pinned ones")
                .flag("--starred", "only starred ones")
                .flag("--archived", "only archived ones")
                .flag("--playbooks", "those of playbooks too")
                .value("--limit", "N", "how many at most", "100")
                .example("berth sessions list --status resumable");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var query = new LinkedHashMap<String, String>();
        given.optional("--status").ifPresent(state -> query.put("status", state));
        given.optional("--name").ifPresent(part -> query.put("q", part));
        given.optional("--tag").ifPresent(tag -> query.put("tag", tag));
        for (String flag : List.of("pinned", "starred", "archived", "playbooks")) {
            if (given.flag("--" + flag)) query.put(flag, "true");
        }
        long most = given.number("--limit", 1, MOST).orElseThrow();
        // One more than is shown tells whether that is all.
        var found = Listing.some(new Finding(world).api(), query, most + 1);
        boolean truncated = found.size() > most;
        return new Found(truncated ? found.subList(0, (int) most) : found, truncated);
    }

    /// The sessions found, and whether there are more.
    private record Found(List<Json.Obj> workspaces, boolean truncated) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .put("workspaces", Json.array(workspaces))
                    .put("truncated", new Json.Bool(truncated))
                    .build();
        }

        @Override
        public void show(Page page) {
            if (workspaces.isEmpty()) {
                page.line("no sessions; make one with `berth sessions create`");
                return;
            }
            boolean someGo = workspaces.stream().anyMatch(one -> !goes(one).isEmpty());
            var table =
                    Table.of(
                            "!session",
                            "name",
                            "?agent",
                            "state",
                            "?#used",
                            "?last active",
                            someGo ? "goes" : "?goes");
            for (var one : workspaces) {
                String id = Fields.text(one, "session_id");
                String name = Fields.text(one, "name");
                table.row(
                        id,
                        name.equals(id) ? "" : name,
                        Fields.text(one, "agent"),
                        Fields.text(one, "status"),
                        Amounts.bytes(Fields.number(one, "used_bytes")),
                        Amounts.minute(Fields.text(one, "last_active_at")),
                        goes(one));
            }
            page.table(table);
            if (truncated) {
                page.line(
                        "these are the newest %d; see more with --limit"
                                .formatted(workspaces.size()));
            }
            for (var one : workspaces) {
                for (String warning : Fields.texts(one, "warnings")) {
                    page.line("%s: %s".formatted(Fields.text(one, "session_id"), warning));
                }
            }
        }

        private static String goes(Json.Obj one) {
            String when = Amounts.minute(Fields.text(one, "expires_at"));
            String why = Fields.text(one, "expires_reason");
            return when.isEmpty() || why.isEmpty() ? when : "%s (%s)".formatted(when, why);
        }
    }
}
