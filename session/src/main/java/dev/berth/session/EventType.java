package dev.berth.session;

import dev.berth.failure.Failure;

/// What an event is about.
public enum EventType {
    MESSAGE,
    OUTPUT,
    TOOL,
    STATE,
    CHECKPOINT,
    FILE,
    ERROR,
    RECEIPT;

    public String label() {
        return Words.label(this);
    }

    public static EventType parse(String text) throws Failure {
        for (var type : values()) {
            if (type.label().equals(text)) return type;
        }
        throw new Failure.Damaged(
                "an event has the unknown type '%s'".formatted(Words.shown(text)),
                "it was written by a newer version; use that one");
    }
}
