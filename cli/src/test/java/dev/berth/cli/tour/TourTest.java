package dev.berth.cli.tour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;

@DisplayName("berth tour")
class TourTest {
    @TempDir Path folder;

    private Typed tour(String path, String... flags) throws Exception {
        var environment = new HashMap<String, String>();
        environment.put("PATH", path);
        environment.put("TMPDIR", folder.toString());
        // Neither of these may be used.
        environment.put("BERTH_HOME", folder.resolve("mine").toString());
        environment.put("BERTH_URL", "http://127.0.0.1:1");
        var words = new ArrayList<>(List.of("tour"));
        words.addAll(List.of(flags));
        return Typed.in(folder, environment, words.toArray(String[]::new));
    }

    private void nothingIsLeft() throws Exception {
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
        var lives =
                ProcessHandle.allProcesses()
                        .filter(each -> each.info().commandLine().orElse("").contains("" + folder))
                        .toList();
        assertThat(lives).isEmpty();
    }

    @Test
    void showsWhatCameBackAndWhatStayedHome() throws Exception {
        var typed = tour(System.getenv("PATH"));
        assertThat(typed.code()).as(typed.out() + typed.err()).isZero();
        assertThat(typed.out())
                .contains("$ berth sessions create --agent shell --name demo")
                .contains("$ rm -rf \"$BERTH_HOME/sessions\"")
                .contains("tmp: scratch.txt\n", "tmp:\n")
                .contains("* The workspace is back")
                .contains("files written, 0 kept")
                .contains("$ berth sessions ship demo demo.wbundle")
                .contains("$ berth sessions create --from demo.wbundle --name received")
                .contains("memory         1     20 B  stays home")
                .doesNotContain("\u001b");
        nothingIsLeft();
    }

    @Test
    void isOneObjectForPrograms() throws Exception {
        var typed = tour(System.getenv("PATH"), "--json");
        assertThat(typed.code()).as(typed.out() + typed.err()).isZero();
        assertThat(typed.out().lines()).hasSize(1);
        assertThat(typed.json().fields()).containsOnlyKeys("sandboxed", "steps");
        var steps = objects(typed.json(), "steps");
        assertThat(steps).hasSizeGreaterThan(8);
        var outputs =
                steps.stream()
                        .flatMap(step -> objects(step, "commands").stream())
                        .collect(
                                Collectors.toMap(
                                        one -> text(one, "command"),
                                        one -> text(one, "output"),
                                        (a, _) -> a));
        assertThat(outputs.get("berth sessions send demo 'cat report.md'"))
                .isEqualTo("There are 1000 numbers.\n");
        // What came to somebody else: the work, and nothing else.
        var last = objects(steps.getLast(), "commands").getFirst();
        assertThat(text(last, "output"))
                .endsWith("workspace: numbers.txt report.md\nmemory:\ntmp:\n");
        nothingIsLeft();
    }

    private static List<Json.Obj> objects(Json.Obj in, String name) {
        return in.fields().get(name) instanceof Json.Arr(var items)
                ? items.stream().map(Json.Obj.class::cast).toList()
                : List.of();
    }

    private static String text(Json.Obj in, String name) {
        return in.fields().get(name) instanceof Json.Text(var value) ? value : "";
    }
}
