package dev.berth.cli.vault;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.durable.lock.HeartbeatRule;
import dev.berth.durable.lock.Holder;
import dev.berth.failure.Failure;
import dev.berth.vault.ListLocks;
import dev.berth.vault.VaultLock;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

final class ShowLocks implements Verb {
    @Override
    public Spec spec() {
        return Spec.of("locks", "Shows which vaults are held, since when, and if anybody is alive.")
                .optionalArgument(OpenVault.VAULT, "only this vault")
                .example("berth vault locks");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var list = ListLocks.of(OpenVault.locks(world), world.clock(), HeartbeatRule.USUAL);
        var vault = given.optional(OpenVault.VAULT);
        var locks =
                vault.isPresent()
                        ? list.of(OpenVault.folder(vault.get(), world)).stream().toList()
                        : list.all();
        return new Locks(locks);
    }

    private record Locks(List<VaultLock> locks) implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object().put("locks", locks.stream().map(Locks::json).toList()).build();
        }

        @Override
        public void show(Page page) {
            if (locks.isEmpty()) {
                page.line("no vault is held");
                return;
            }
            var table = Table.of("VAULT", "STATE", "HELD BY", "SINCE", "LAST BEAT");
            for (var lock : locks) {
                table.row(
                        lock.vault().orElse(lock.lock().toString()),
                        state(lock.holder()),
                        by(lock.holder()),
                        shown(lock.holder().since()),
                        shown(lock.holder().beaten()));
            }
            page.table(table);
            for (var lock : locks) {
                lock.problem().ifPresent(why -> page.line(lock.lock() + ": " + why));
            }
        }

        private static Json.Obj json(VaultLock lock) {
            var holder = lock.holder();
            JsonFields fields =
                    Json.object()
                            .putText("vault", lock.vault())
                            .put("lock", lock.lock().toString())
                            .put("state", state(holder));
            if (holder.pid().isPresent()) fields.put("pid", holder.pid().getAsLong());
            else fields.putNull("pid");
            return fields.putText("host", holder.host())
                    .putText("since", holder.since().map(Instant::toString))
                    .putText("last_beat", holder.beaten().map(Instant::toString))
                    .putText("problem", lock.problem())
                    .build();
        }

        private static String state(Holder holder) {
            return switch (holder.liveness()) {
                case ALIVE -> "alive";
                case GONE -> "stale";
                case UNTOLD -> "unknown";
            };
        }

        private static String by(Holder holder) {
            String pid =
                    holder.pid().isPresent() ? "process " + holder.pid().getAsLong() : "unknown";
            return holder.host().map(host -> pid + " on " + host).orElse(pid);
        }

        private static String shown(Optional<Instant> time) {
            return time.map(Instant::toString).orElse("unknown");
        }
    }
}
