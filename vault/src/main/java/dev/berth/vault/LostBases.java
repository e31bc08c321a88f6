package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where in the vault a lost file may have come from: the one file that has its name.
final class LostBases {
    private final Folder root;
    private final Map<Name, List<VaultPath>> found = new HashMap<>();

    LostBases(Folder root) {
        this.root = root;
    }

    void find(Set<Name> names) throws Failure {
        Sweep.walk(
                root,
                "the vault",
                new Walk.Visitor<Failure>() {
                    @Override
                    public boolean enter(Found folder) {
                        return !folder.name().equals(Suspects.LOST_AND_FOUND);
                    }

                    @Override
                    public void entry(Found entry, Folder in) {
                        if (!names.contains(entry.name()) || !entry.stat().isFile()) return;
                        found.computeIfAbsent(entry.name(), _ -> new ArrayList<>())
                                .add(Sweep.path(entry));
                    }

                    @Override
                    public void unreadable(Found folder, FileFault why) {
                        // Told by the walk before.
                    }
                });
    }

    /// The base, unless there is none or more than one.
    Optional<VaultPath> of(Name name) {
        var all = found.getOrDefault(name, List.of());
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }
}
