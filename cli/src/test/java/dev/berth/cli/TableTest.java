package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class TableTest {
    private static List<String> lines(Table table, int window) {
        return table.laidOut(window).stream().map(Table.Line::text).toList();
    }

    @Test
    void numbersStandToTheRightAndTextToTheLeft() {
        var table = Table.of("name", "#bytes").row("a", "5").row("longer", "12345");
        assertThat(lines(table, 80))
                .containsExactly("name    bytes", "a           5", "longer  12345");
    }

    @Test
    void theWidestTextGivesWayInANarrowWindow() {
        var table = Table.of("name", "#bytes").row("a-very-long-name-indeed", "12345");
        assertThat(lines(table, 20))
                .containsExactly("name           bytes", "a-very-long-…  12345");
    }

    @Test
    void wideAndControlCharactersKeepTheColumns() {
        var table = Table.of("name", "x").row("日本", "1").row("a\u001bb", "2");
        assertThat(lines(table, 80)).containsExactly("name    x", "日本    1", "a\\x1bb  2");
    }
}
