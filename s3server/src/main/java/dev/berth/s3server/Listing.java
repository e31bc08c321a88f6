package dev.berth.s3server;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// Spoils the answer to a listing: some of its objects are missing, and all else is as it was.
final class Listing {
    private static final String BEGIN = "<Contents>";
    private static final String END = "</Contents>";

    private Listing() {}

    static Message without(Message answer, RandomGenerator random) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        int first = text.indexOf(BEGIN);
        int last = text.lastIndexOf(END);
        if (first < 0 || last < 0) return answer;
        int cut = text.indexOf(BEGIN, first + random.nextInt(last - first));
        int from = cut < 0 ? first : cut;
        String rest = text.substring(0, from) + text.substring(last + END.length());
        return answer.withBody(rest.getBytes(StandardCharsets.UTF_8));
    }
}
