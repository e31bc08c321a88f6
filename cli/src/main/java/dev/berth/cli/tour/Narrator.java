package dev.berth.cli.tour;

import dev.berth.cli.Page;
import dev.berth.cli.World;

import java.util.ArrayList;
import java.util.List;

/// Tells the tour to somebody who reads it while it goes on; silent where programs listen.
final class Narrator {
    private static final int WIDEST = 92;
    private static final String INDENT = "   ";

    private final World world;
    private final Page page;
    private final boolean silent;
    private final int width;
    private int steps;

    Narrator(World world, boolean silent) {
        this.world = world;
        this.page = world.page();
        this.silent = silent;
        this.width = Math.clamp(world.terminal().columns(), 40, WIDEST);
    }

    /// How wide what is shown may be.
    int columns() {
        return world.terminal().columns() - INDENT.length();
    }

    void begin(String title, String text) {
        if (silent) return;
        if (steps++ > 0) page.blank();
        page.heading("%d. %s".formatted(steps, title));
        say(text);
        page.blank();
    }

    void say(String text) {
        if (silent) return;
        for (String line : wrapped(text, width)) page.line(line);
        world.out().flush();
    }

    void typed(String command) {
        if (silent) return;
        page.typed(command);
        world.out().flush();
    }

    void answered(String output) {
        if (silent) return;
        for (String line : output.lines().toList()) {
            boolean plain = line.indexOf('\u001b') < 0;
            var shown =
                    plain && world.terminal().output() ? wrapped(line, columns()) : List.of(line);
            for (String part : shown) world.out().println((INDENT + part).stripTrailing());
        }
        world.out().flush();
    }

    void blank() {
        if (!silent) page.blank();
    }

    /// Broken between words where it is longer than `columns`.
    private static List<String> wrapped(String text, int columns) {
        var lines = new ArrayList<String>();
        String rest = text;
        while (rest.length() > columns) {
            int space = rest.lastIndexOf(' ', columns);
            if (space <= 0) break;
            lines.add(rest.substring(0, space));
            rest = rest.substring(space + 1);
        }
        lines.add(rest);
        return lines;
    }
}
