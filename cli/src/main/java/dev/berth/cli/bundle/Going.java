package dev.berth.cli.bundle;

import dev.berth.bundle.ship.Departure;
import dev.berth.cli.Page;
import dev.berth.cli.Shown;
import dev.berth.cli.Table;
import dev.berth.cli.World;
import dev.berth.disk.Tally;

import java.util.List;
import java.util.TreeMap;

/// What travels and what stays at home, as answers show it.
public final class Going {
    private static final int SHOWN = 10;

    private Going() {}

    public static void show(Departure departure, Page page) {
        var table = Table.of("", "#files", "#bytes", "");
        new TreeMap<>(departure.sent())
                .forEach((volume, tally) -> row(table, volume.label(), tally, "travels"));
        new TreeMap<>(departure.withheld())
                .forEach((volume, tally) -> row(table, volume.label(), tally, "stays home"));
        if (!departure.repositories().isEmpty()) {
            row(table, "git repositories", departure.inRepositories(), "stays home (--with-git)");
        }
        page.table(table);
        names(page, "repository, stays home: ", departure.repositories());
        names(
                page,
                "stays home: ",
                departure.leftOut().stream()
                        .map(one -> "%s (%s)".formatted(one.path(), one.reason()))
                        .toList());
        names(page, "was written while it was read: ", departure.unsettled());
    }

    /// A place that was mistyped, or that has been mended since.
    public static void warn(Departure departure, World world) {
        for (String place : departure.unmatched()) {
            String shown = Shown.oneLine(place);
            world.err().println("berth: --allow-secret %s matched nothing".formatted(shown));
        }
    }

    static void names(Page page, String what, List<String> names) {
        for (String name : names.subList(0, Math.min(SHOWN, names.size()))) {
            page.line(what + name);
        }
        if (names.size() > SHOWN) {
            page.line("… and %d more, all of them with --json".formatted(names.size() - SHOWN));
        }
    }

    private static void row(Table table, String name, Tally tally, String fate) {
        table.row(name, String.valueOf(tally.files()), Shown.bytes(tally.bytes()), fate);
    }
}
