package dev.berth.depot.collect;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.key.DomainName;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;

/// Removes what is left of a domain whose keys were destroyed: nobody can read it any more.
public record SweepDestroyed(BlobStore store, String tenant, Checkpoints checkpoints) {

    public Collected run(DomainName domain, boolean dry) throws Failure {
        long bytes = 0;
        int packs = 0;
        for (var listed : store.list(tenant + "/" + domain.value() + "/")) {
            bytes += listed.size();
            packs++;
            if (!dry) store.delete(listed.name());
        }
        if (!dry) dropCheckpoints(domain);
        return new Collected(packs, dry ? 0 : packs, bytes, dry ? 0 : bytes, 0, 0, 0, 0, List.of());
    }

    private void dropCheckpoints(DomainName domain) throws Failure {
        for (boolean pending : new boolean[] {true, false}) {
            var entries = new ArrayList<>(pending ? checkpoints.pending() : checkpoints.list());
            for (var entry : entries) {
                var alleged = checkpoints.allegedDomain(entry, pending);
                if (alleged.isEmpty() || !alleged.get().equals(domain)) continue;
                if (pending) checkpoints.deletePending(entry);
                else checkpoints.delete(entry);
            }
        }
    }
}
