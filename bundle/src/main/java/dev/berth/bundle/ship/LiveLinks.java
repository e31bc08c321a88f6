package dev.berth.bundle.ship;

import dev.berth.disk.EntryKind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells links that lead to something that travels from those that do not. The text of a link is a
/// name: one that leads to nothing would tell what a file at home, or one long gone, was called.
final class LiveLinks {
    /// As many links in a row as systems follow.
    private static final int MOST_STEPS = 40;

    private final Map<String, String> targets = new HashMap<>();

    void add(Planned link, String target) {
        targets.put(name(link), target);
    }

    /// Takes all dangling links out of `entries` and returns them.
    List<Planned> removeDangling(List<Planned> entries) {
        var removed = new ArrayList<Planned>();
        if (targets.isEmpty()) return removed;
        // Once more when something went: a folder may have held nothing else.
        for (int before = -1; before != removed.size(); ) {
            before = removed.size();
            var there = names(entries);
            entries.removeIf(
                    one -> {
                        boolean gone = one.entry().kind() == EntryKind.LINK && !leads(one, there);
                        if (gone) removed.add(one);
                        return gone;
                    });
            for (var one : removed) targets.remove(name(one));
        }
        return removed;
    }

    private boolean leads(Planned link, Set<String> there) {
        var at = new ArrayDeque<String>();
        var ahead = new ArrayDeque<>(List.of(name(link).split("/", -1)));
        int steps = 0;
        while (!ahead.isEmpty()) {
            String name = ahead.removeFirst();
            if (name.isEmpty() || name.equals(".")) continue;
            if (name.equals("..")) {
                if (at.isEmpty()) return false;
                at.removeLast();
                continue;
            }
            at.addLast(name);
            String target = targets.get(String.join("/", at));
            if (target == null) {
                if (!there.contains(String.join("/", at))) return false;
                continue;
            }
            if (++steps > MOST_STEPS) return false;
            at.removeLast();
            prepend(target, ahead);
        }
        return true;
    }

    private static void prepend(String target, Deque<String> ahead) {
        for (String name : List.of(target.split("/", -1)).reversed()) ahead.addFirst(name);
    }

    /// Everything that will be there: entries, and the folders that they lie in.
    private static Set<String> names(List<Planned> entries) {
        var names = new HashSet<String>();
        for (var one : entries) {
            names.add(one.volume().label());
            String name = name(one);
            while (names.add(name)) {
                int slash = name.lastIndexOf('/');
                if (slash < 0) break;
                name = name.substring(0, slash);
            }
        }
        return names;
    }

    private static String name(Planned one) {
        return one.volume().label() + one.entry().path().value();
    }
}
