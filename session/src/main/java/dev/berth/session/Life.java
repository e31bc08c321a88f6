package dev.berth.session;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What keeps a session going: whether its files outlive its runner, which kind of runner it has or
/// had, its last checkpoint, which folder its files are in, where it came from, whether the agent
/// must be told what was said before, and how far its turns have come.
///
/// `folder` counts up: a taker that cannot trust its predecessor to be dead works in a new one.
/// `keyOf` names the session whose key a fork with `ownKey` shares; its own where it is empty.
public record Life(
        boolean persistent,
        boolean ownKey,
        Optional<String> runner,
        Optional<String> head,
        long headSeq,
        long folder,
        Optional<String> parent,
        boolean replay,
        Turns turns,
        Optional<String> keyOf) {
    private static final Pattern WORDS = Pattern.compile(" ");

    /// Without somebody else's key.
    public Life(
            boolean persistent,
            boolean ownKey,
            Optional<String> runner,
            Optional<String> head,
            long headSeq,
            long folder,
            Optional<String> parent,
            boolean replay,
            Turns turns) {
        this(
                persistent,
                ownKey,
                runner,
                head,
                headSeq,
                folder,
                parent,
                replay,
                turns,
                Optional.empty());
    }

    /// A fork of a session with a key of its own has the same key: that of `session`.
    public Life sharing(String session) {
        return new Life(
                persistent,
                ownKey,
                runner,
                head,
                headSeq,
                folder,
                parent,
                replay,
                turns,
                Optional.of(session));
    }

    /// Turns are counted from 1. Those up to `done` are over, those up to `asked` wait in order;
    /// `begun` is the one that a runner has, with its number there and how much of its output is in
    /// the events. Those that are `withdrawn` are passed over when they are next: whoever asked was
    /// told already.
    public record Turns(long asked, long done, Optional<Begun> begun, Set<Long> withdrawn) {
        public static final Turns NONE = over(0);

        public Turns {
            withdrawn = Collections.unmodifiableSortedSet(new TreeSet<>(withdrawn));
        }

        /// So many were asked for, and none is left.
        public static Turns over(long asked) {
            return new Turns(asked, asked, Optional.empty(), Set.of());
        }

        /// A turn under way.
        public record Begun(long turn, int number, long position) {}

        public boolean isRunning() {
            return begun.isPresent();
        }

        public boolean isWaiting() {
            return asked > done;
        }

        public Turns ask() {
            return new Turns(asked + 1, done, begun, withdrawn);
        }

        public Turns begin(int number) {
            var next = new Begun(done + 1, number, 0);
            return new Turns(asked, done, Optional.of(next), withdrawn);
        }

        /// It did not begin after all, and waits again.
        public Turns unbegin() {
            return new Turns(asked, done, Optional.empty(), withdrawn);
        }

        public Turns heard(long position) {
            return new Turns(
                    asked,
                    done,
                    begun.map(turn -> new Begun(turn.turn(), turn.number(), position)),
                    withdrawn);
        }

        public Turns end() {
            var left = new TreeSet<>(withdrawn);
            left.remove(done + 1);
            return new Turns(asked, done + 1, Optional.empty(), left);
        }

        /// Nothing waits any more.
        public Turns drop() {
            return over(asked);
        }

        /// Whether `turn` is still to come.
        public boolean isToCome(long turn) {
            boolean runs = begun.filter(each -> each.turn() == turn).isPresent();
            return turn > done && turn <= asked && !runs && !isWithdrawn(turn);
        }

        public boolean isWithdrawn(long turn) {
            return withdrawn.contains(turn);
        }

        /// Nobody wants `turn` any more, which is still to come.
        public Turns withdraw(long turn) {
            var more = new TreeSet<>(withdrawn);
            more.add(turn);
            return new Turns(asked, done, begun, more);
        }
    }

    public Life running(Optional<String> kind) {
        return new Life(
                persistent, ownKey, kind, head, headSeq, folder, parent, replay, turns, keyOf);
    }

    public Life headed(String checkpoint, long seq) {
        return new Life(
                persistent,
                ownKey,
                runner,
                Optional.of(checkpoint),
                seq,
                folder,
                parent,
                replay,
                turns,
                keyOf);
    }

    /// No point is left of it.
    public Life headless() {
        return new Life(
                persistent,
                ownKey,
                runner,
                Optional.empty(),
                headSeq,
                folder,
                parent,
                replay,
                turns,
                keyOf);
    }

    public Life inFolder(long other) {
        return new Life(
                persistent, ownKey, runner, head, headSeq, other, parent, replay, turns, keyOf);
    }

    public Life replaying(boolean other) {
        return new Life(
                persistent, ownKey, runner, head, headSeq, folder, parent, other, turns, keyOf);
    }

    public Life turning(Turns other) {
        return new Life(
                persistent, ownKey, runner, head, headSeq, folder, parent, replay, other, keyOf);
    }

    Json.Obj stored() {
        return Json.object()
                .put("persistent", persistent)
                .put("own_key", ownKey)
                .putText("runner", runner)
                .putText("head", head)
                .put("head_seq", headSeq)
                .put("folder", folder)
                .putText("parent", parent)
                .put("replay", replay)
                .put("asked", turns.asked())
                .put("done", turns.done())
                .put("begun", turns.begun().map(Turns.Begun::turn).orElse(0L))
                .put("number", turns.begun().map(Turns.Begun::number).orElse(0))
                .put("position", turns.begun().map(Turns.Begun::position).orElse(0L))
                .putText("key_of", keyOf)
                .putText("withdrawn", withdrawn(turns))
                .build();
    }

    private static Optional<String> withdrawn(Turns turns) {
        if (turns.withdrawn().isEmpty()) return Optional.empty();
        return Optional.of(
                turns.withdrawn().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static Set<Long> withdrawn(JsonReader in) throws JsonRefusal {
        var turns = new TreeSet<Long>();
        for (var turn :
                in.optionalText("withdrawn").stream().flatMap(WORDS::splitAsStream).toList()) {
            try {
                turns.add(Long.valueOf(turn));
            } catch (NumberFormatException none) {
                throw in.wrongValue("withdrawn", "has to be numbers of turns");
            }
        }
        return turns;
    }

    static Life read(JsonReader in) throws JsonRefusal {
        long most = Long.MAX_VALUE;
        long begun = in.integer("begun", 0, most);
        int number = (int) in.integer("number", 0, Integer.MAX_VALUE);
        long position = in.integer("position", 0, most);
        return new Life(
                in.bool("persistent"),
                in.bool("own_key"),
                in.optionalText("runner"),
                in.optionalText("head"),
                in.integer("head_seq", 0, most),
                in.integer("folder", 0, most),
                in.optionalText("parent"),
                in.bool("replay"),
                new Turns(
                        in.integer("asked", 0, most),
                        in.integer("done", 0, most),
                        begun == 0
                                ? Optional.empty()
                                : Optional.of(new Turns.Begun(begun, number, position)),
                        withdrawn(in)),
                in.optionalText("key_of"));
    }
}
