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
    void whatCanBeDoneWithoutIsLeftOutBeforeAnIdIsCutTooShort() {
        String id = "ses_01m7pez31psqzvnrndenyzjna0";
        var table =
                Table.of("!session", "name", "?agent", "?#used", "?seen")
                        .row(id, "a-long-name", "shell", "19.6 KiB", "2026-11-18 04:34");
        assertThat(lines(table, 74).get(1))
                .isEqualTo(
                        "ses_01m7pez31psqzvnrndeny…  a-long-name  shell  19.6 KiB  2026-11-18 04:34");
        assertThat(lines(table, 50).get(1))
                .isEqualTo("ses_01m7pez31psqzvn…  a-long-name  shell  19.6 KiB");
        assertThat(lines(table, 40).get(1)).isEqualTo("ses_01m7pez31psqzvn…  a-long-name  shell");
        assertThat(lines(table, 30).get(1)).isEqualTo("ses_01m7pez31psqz…  a-long-na…");
        assertThat(lines(table, 200).get(0)).endsWith("used  seen");
    }

    @Test
    void wideAndControlCharactersKeepTheColumns() {
        var table = Table.of("name", "x").row("日本", "1").row("a\u001bb", "2");
        assertThat(lines(table, 80)).containsExactly("name    x", "日本    1", "a\\x1bb  2");
    }
}
