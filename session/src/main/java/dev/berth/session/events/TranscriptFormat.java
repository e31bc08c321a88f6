package dev.berth.session.events;

import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// How a conversation can be had as one text.
public enum TranscriptFormat {
    /// Every event with all that it says, for programs.
    JSON("application/json", "json"),
    MARKDOWN("text/markdown; charset=utf-8", "md"),
    ORG("text/org; charset=utf-8", "org");

    private final String mediaType;
    private final String ending;

    TranscriptFormat(String mediaType, String ending) {
        this.mediaType = mediaType;
        this.ending = ending;
    }

    public String mediaType() {
        return mediaType;
    }

    /// What the name of such a file ends with.
    public String ending() {
        return ending;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(TranscriptFormat::label).toList();
    }

    public static TranscriptFormat parse(String text) throws Failure {
        for (var format : values()) {
            if (format.label().equals(text)) return format;
        }
        throw new Failure.Malformed(
                "a transcript has no such format", "use one of " + String.join(", ", labels()));
    }
}
