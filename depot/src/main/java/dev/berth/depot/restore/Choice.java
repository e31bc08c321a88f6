package dev.berth.depot.restore;

import dev.berth.durable.Name;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which part of a tree is wanted: all of it, or what lies at some paths, with the folders on the
/// way there.
public sealed interface Choice {
    Choice ALL = new All();

    /// What is wanted of an entry; empty when nothing is.
    Optional<Choice> below(Name entry);

    /// What lies at these paths.
    static Choice of(List<List<Name>> paths) {
        return paths.isEmpty() || paths.stream().anyMatch(List::isEmpty) ? ALL : new Some(paths);
    }

    /// Everything from here on.
    record All() implements Choice {
        @Override
        public Optional<Choice> below(Name entry) {
            return Optional.of(this);
        }
    }

    /// Some paths from here on, none of them empty.
    record Some(List<List<Name>> paths) implements Choice {
        public Some {
            paths = List.copyOf(paths);
        }

        @Override
        public Optional<Choice> below(Name entry) {
            var rest = new ArrayList<List<Name>>();
            for (var path : paths) {
                if (path.getFirst().equals(entry)) rest.add(path.subList(1, path.size()));
            }
            return rest.isEmpty() ? Optional.empty() : Optional.of(of(rest));
        }
    }
}
