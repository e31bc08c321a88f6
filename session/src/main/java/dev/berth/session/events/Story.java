package dev.berth.session.events;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.events.Retelling.Out;

import org.jspecify.annotations.Nullable;

import java.time.temporal.ChronoUnit;

/// A conversation as people read it: what was asked, what came out, and what happened between.
/// Output that belongs together is one block, however it was cut on the way.
final class Story {
    private static final int LONG = 300;

    private final Retelling told;
    private final Markup markup;
    private final Out out;
    private @Nullable Passage output;
    private String kind = "";
    private boolean afterItem;

    Story(Retelling told, Markup markup, Out out) {
        this.told = told;
        this.markup = markup;
        this.out = out;
    }

    void write() throws Failure {
        var session = told.session();
        out.write(markup.title(line(session.name().isEmpty() ? "Session" : session.name())));
        item(
                "session %s, agent %s, made at %s"
                        .formatted(
                                session.id(),
                                session.agent(),
                                session.times().createdAt().truncatedTo(ChronoUnit.SECONDS)));
        var events = told.events(told.after());
        for (var next = events.next(); next.isPresent(); next = events.next()) {
            if (told.isTold(next.get())) tell(next.get());
        }
        endOutput();
    }

    private void tell(Event event) throws Failure {
        if (event.type() == EventType.OUTPUT) {
            output(event);
            return;
        }
        endOutput();
        switch (event.type()) {
            case MESSAGE -> message(event);
            case TOOL -> tool(event);
            case OUTPUT, STATE, CHECKPOINT, FILE, ERROR, RECEIPT -> happened(event);
        }
    }

    private void message(Event event) throws Failure {
        endItems();
        var at = event.ts().truncatedTo(ChronoUnit.SECONDS);
        out.write(markup.heading("Message %d (%s)".formatted(event.number("turn"), at)));
        block(markup.asked(), event.text("text"));
    }

    private void output(Event event) throws Failure {
        var passage = output;
        if (passage == null || !kind.equals(event.text("kind"))) {
            endOutput();
            kind = event.text("kind");
            if (!kind.isEmpty()) item(kind + ":");
            endItems();
            int fence = markup.needsFence() ? fence(event.seq()) : 0;
            passage = new Passage(markup.cameOut(fence), out);
            output = passage;
        }
        passage.add(event.text("text"));
    }

    private void endOutput() throws Failure {
        var passage = output;
        if (passage != null) passage.end();
        output = null;
    }

    /// The longest run of backticks in the output that begins with this event.
    private int fence(long seq) throws Failure {
        var backticks = new Backticks();
        var events = told.events(seq - 1);
        for (var next = events.next(); next.isPresent(); next = events.next()) {
            boolean goesOn =
                    next.get().type() == EventType.OUTPUT && kind.equals(next.get().text("kind"));
            if (!goesOn) break;
            backticks.count(next.get().text("text"));
        }
        return backticks.longest;
    }

    private static int fence(String text) {
        var backticks = new Backticks();
        backticks.count(text);
        return backticks.longest;
    }

    private static final class Backticks {
        private int run;
        private int longest;

        void count(String text) {
            for (int at = 0; at < text.length(); at++) {
                run = text.charAt(at) == '`' ? run + 1 : 0;
                longest = Math.max(longest, run);
            }
        }
    }

    private void tool(Event event) throws Failure {
        String name = event.text("tool");
        boolean failed = event.data().compact().contains("\"failed\":true");
        item(
                name.isEmpty()
                        ? (failed ? "the tool failed:" : "the tool answered:")
                        : "tool " + name);
        endItems();
        String text = event.text("text");
        if (!text.isEmpty()) block(markup.cameOut(fence(text)), text);
    }

    private void happened(Event event) throws Failure {
        String words = Happened.words(event);
        if (words.length() <= LONG && words.indexOf('\n') < 0) {
            item(words);
            return;
        }
        item(event.type().label() + ":");
        endItems();
        block(markup.cameOut(fence(words)), words);
    }

    private void block(Markup.Block block, String text) throws Failure {
        var passage = new Passage(block, out);
        passage.add(text);
        passage.end();
    }

    private void item(String text) throws Failure {
        out.write(markup.item(line(text)));
        afterItem = true;
    }

    private void endItems() throws Failure {
        if (afterItem) out.write("\n");
        afterItem = false;
    }

    private static String line(String text) {
        var line = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) line.append(Passage.visible(text.charAt(at)));
        return line.toString();
    }
}
