package dev.berth.cli.settings;

import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// How the text of a setting becomes a value.
final class Readings {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern ADDRESS =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.%]*]?");
    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");

    private Readings() {}

    static Optional<String> optional(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(text.strip());
    }

    /// The name of a node or a region.
    static String name(String text) throws Failure {
        String word = text.strip();
        if (NAME.matcher(word).matches()) return word;
        throw refusal("is not a name: " + text, "use letters, digits and ._-, at most 64");
    }

    static Optional<String> label(String text) throws Failure {
        return text.isBlank() ? Optional.empty() : Optional.of(name(text));
    }

    /// Where a server can listen: an address in numbers, or a host's name.
    static String address(String text) throws Failure {
        String word = text.strip();
        if (ADDRESS.matcher(word).matches()) return word;
        throw refusal(
                "is not an address: " + text, "write one such as 127.0.0.1, 0.0.0.0, :: or a name");
    }

    /// Names by which a server is called, each with its port if that is not the server's own.
    static List<String> hosts(String text) throws Failure {
        List<String> hosts = list(text);
        for (String host : hosts) {
            if (!HOST.matcher(host).matches()) {
                throw refusal("is not a host: " + host, "write a name, with :port if it has one");
            }
        }
        return hosts;
    }

    static List<String> folders(String text) throws Failure {
        List<String> folders = list(text);
        for (String folder : folders) {
            if (!folder.startsWith("/")) {
                throw refusal("is not an absolute path: " + folder, "write it from / on");
            }
        }
        return folders;
    }

    static Optional<Secret> database(String text) throws Failure {
        Optional<String> url = optional(text);
        if (url.isEmpty()
                || url.get().startsWith("jdbc:sqlite:")
                || url.get().startsWith("jdbc:postgresql:")) return url.map(Secret::new);
        throw refusal(
                "is not the address of a database", "write jdbc:postgresql://… or jdbc:sqlite:…");
    }

    static Optional<String> endpoint(String text) throws Failure {
        Optional<String> url = optional(text);
        if (url.isEmpty() || url.get().matches("https?://[^\\s/]+(/[^\\s]*)?")) return url;
        throw refusal("is not the address of a store", "write https://host or http://host:port");
    }

    static Optional<String> depotUrl(String text) throws Failure {
        Optional<String> url = optional(text);
        if (url.isEmpty() || url.get().startsWith("file:///") || url.get().startsWith("s3://"))
            return url;
        throw refusal("is not the address of a depot", "write file:///… or s3://…");
    }

    static boolean yesOrNo(String text) throws Failure {
        return switch (text.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refusal("is neither true nor false: " + text, "write true or false");
        };
    }

    static int number(String text, int least, int most) throws Failure {
        String digits = text.strip();
        if (digits.matches("\\d{1,9}")) {
            int number = Integer.parseInt(digits);
            if (number >= least && number <= most) return number;
        }
        throw refusal(
                "is not a whole number from %d to %d: %s".formatted(least, most, text),
                "write one in that range");
    }

    static Duration duration(String text) throws Failure {
        Matcher parts = DURATION.matcher(text.strip());
        if (!parts.matches()) {
            throw refusal("is not a duration: " + text, "write it as 90s, 15m, 24h or 7d");
        }
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /// Words with commas between them, as the environment has them.
    static List<String> list(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Failure refusal(String what, String advice) {
        return new Failure.Refused(what, advice);
    }
}
