package dev.berth.session.events;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;

import java.util.ArrayDeque;
import java.util.Deque;

/// What an agent is told before its next message when it cannot remember: messages, output and
/// receipts, the last that fit, cut between events. What a rewind left behind has not been said.
/// Used by one thread.
public final class Replay {
    public static final int CHARACTERS = 80_000;

    /// The field of an event that tells of a rewind; its `seq` is the last event that counts.
    public static final String REWOUND = "rewound_to";

    private static final String CUT = "[what was said before is in $BERTH_TRANSCRIPT]\n";
    private static final int ROOM = CHARACTERS - CUT.length();

    /// The words of one event, which begin a line where it is not output.
    private record Told(long seq, String text, boolean beginsALine) {
        /// What came out before may not have ended its last line.
        int length() {
            return text.length() + (beginsALine ? 1 : 0);
        }
    }

    private final Deque<Told> told = new ArrayDeque<>();
    private int length;
    private boolean cut;

    public static String of(Retelling retelling) throws Failure {
        var replay = new Replay();
        var events = retelling.events(retelling.after());
        for (var next = events.next(); next.isPresent(); next = events.next()) {
            if (retelling.isTold(next.get())) replay.add(next.get());
        }
        return replay.text();
    }

    private void add(Event event) {
        if (event.data().fields().containsKey(REWOUND)) {
            long back = event.number("seq");
            while (!told.isEmpty() && told.getLast().seq() > back) {
                length -= told.removeLast().length();
            }
        }
        String text = fitting(words(event));
        told.addLast(new Told(event.seq(), text, event.type() != EventType.OUTPUT));
        length += told.getLast().length();
        while (length > ROOM) {
            length -= told.removeFirst().length();
            cut = true;
        }
    }

    /// One that alone is too long keeps no other from being told.
    private static String fitting(String text) {
        if (text.length() <= ROOM) return text;
        return "[%d characters are left out here; they are in $BERTH_TRANSCRIPT]\n"
                .formatted(text.length());
    }

    private static String words(Event event) {
        return switch (event.type()) {
            case MESSAGE -> "[message] " + event.text("text") + "\n";
            case OUTPUT -> event.text("kind").equals("thought") ? "" : event.text("text");
            case RECEIPT -> "[receipt] " + event.text("text") + "\n";
            case TOOL, STATE, CHECKPOINT, FILE, ERROR -> "";
        };
    }

    private String text() {
        var text = new StringBuilder(cut ? CUT : "");
        for (var each : told) {
            if (each.text().isEmpty()) continue;
            boolean open = !text.isEmpty() && text.charAt(text.length() - 1) != '\n';
            if (open && each.beginsALine()) text.append('\n');
            text.append(each.text());
        }
        return text.toString();
    }
}
