package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.forget.KeepRules;
import dev.berth.depot.forget.KeepRules.Period;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

final class ForgetCheckpoints implements Verb {
    private static final String CHECKPOINTS = "CHECKPOINT";
    private static final String WITHIN = "--keep-within";
    private static final String SPAN = "([1-9][0-9]{0,6})([smhd])";

    @Override
    public Spec spec() {
        var spec =
                OpenedDepot.spec("forget", "Gives checkpoints up, by name or all but some.")
                        .arguments(CHECKPOINTS, "ids, or sessions for their latest")
                        .value("--session", "ID", "rules look at one session only");
        for (var period : Period.values()) spec.value(option(period), "N", help(period));
        return OpenedDepot.options(
                        spec.value(WITHIN, "TIME", "keep what is this much older than the newest")
                                .flag("--dry-run", "only say what would be given up"))
                .example("berth depot forget depot --keep-last 3 --keep-daily 7 --dry-run");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var rules = rules(given);
        var typed = given.texts(CHECKPOINTS);
        if (rules.isEmpty() == typed.isEmpty()) {
            throw new Failure.Malformed(
                    "name checkpoints, or give a rule such as --keep-last 3",
                    "one of the two, see `berth depot forget --help`");
        }
        try (var opened = OpenedDepot.open(given, world)) {
            opened.requireTenant();
            var session = session(given);
            if (session.isPresent()) opened.requireSession(session.get());
            var forget = new Upkeep(opened.depot()).forgetting(opened.tenant());
            List<Entry> chosen;
            if (typed.isEmpty()) {
                chosen = forget.chosen(rules, session);
            } else {
                var named = new LinkedHashSet<Entry>();
                for (String each : typed) named.add(opened.tenant().entry(each));
                chosen = List.copyOf(named);
            }
            boolean dry = given.flag("--dry-run");
            if (!dry) {
                forget.forget(chosen);
                opened.compareHeads();
            }
            return new Forgotten(chosen, opened.tenant().checkpoints().list(), dry);
        }
    }

    private static Optional<SessionId> session(Given given) throws Failure {
        var text = given.optional("--session");
        return text.isEmpty() ? Optional.empty() : Optional.of(SessionId.parse(text.get()));
    }

    private static KeepRules rules(Given given) throws Failure {
        var counts = new EnumMap<Period, Integer>(Period.class);
        for (var period : Period.values()) {
            var count = given.number(option(period), 1, 1_000_000);
            if (count.isPresent()) counts.put(period, count.get().intValue());
        }
        var within = given.optional(WITHIN);
        return new KeepRules(
                counts, within.isEmpty() ? Optional.empty() : Optional.of(span(within.get())));
    }

    private static Duration span(String text) throws Failure {
        var parts = Pattern.compile(SPAN).matcher(text);
        if (!parts.matches()) {
            throw new Failure.Malformed(
                    WITHIN + " is not a time: " + text, "write it as 90s, 15m, 24h or 7d");
        }
        long count = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static String option(Period period) {
        return "--keep-" + period.name().toLowerCase(Locale.ROOT);
    }

    private static String help(Period period) {
        return switch (period) {
            case LAST -> "keep the last N of each session";
            case HOURLY -> "keep the last of each of N hours";
            case DAILY -> "keep the last of each of N days";
            case WEEKLY -> "keep the last of each of N weeks";
            case MONTHLY -> "keep the last of each of N months";
            case YEARLY -> "keep the last of each of N years";
        };
    }

    private record Forgotten(List<Entry> chosen, List<Checkpoints.Entry> left, boolean dry)
            implements Reply {
        @Override
        public Json.Obj json() {
            return Json.object()
                    .putTexts("checkpoints", chosen.stream().map(e -> e.id().value()).toList())
                    .put("forgotten", dry ? 0 : chosen.size())
                    .put("kept", dry ? left.size() - chosen.size() : left.size())
                    .put("dry_run", dry)
                    .build();
        }

        @Override
        public void show(Page page) {
            for (var entry : chosen) page.line(entry.id() + "  " + entry.session());
            page.line(
                    "%s %s; `berth depot collect` frees what only they held"
                            .formatted(
                                    Shown.count(chosen.size(), "checkpoint"),
                                    dry ? "would be forgotten" : "forgotten"));
        }
    }
}
