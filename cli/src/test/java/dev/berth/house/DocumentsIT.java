package dev.berth.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The documents keep their word: samples run as printed, links lead somewhere, lists are complete.
@DisplayName("The documents")
class DocumentsIT {
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");

    @Test
    void everySampleOfTheReadmeRunsAsPrinted(@TempDir Path home) throws Exception {
        Path checkout = Checkout.built().folder();
        List<String> samples = samples(Checkout.root().resolve("README.md"));
        assertThat(samples).hasSizeGreaterThan(8);
        // One shell for all, as one reader would type them; the first failure ends it.
        String script = "set -ex\n" + String.join("\n", samples) + "\n";
        var environment =
                Map.of("BERTH_HOME", home.resolve("data").toString(), "HOME", home.toString());
        Ran ran = Ran.in(checkout, environment, "bash", "-c", script);
        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("prefers tabs");
    }

    @Test
    void theFirstCommandOfTheReadmeRuns(@TempDir Path home) throws Exception {
        String readme = Files.readString(Checkout.root().resolve("README.md"));
        Matcher start = Pattern.compile("## Start\\n(?s:.*?)```\\n(.*)\\n```\\n").matcher(readme);
        assertThat(start.find()).isTrue();
        Ran ran =
                Ran.in(
                        Checkout.built().folder(),
                        Map.of("BERTH_HOME", home.resolve("data").toString()),
                        "bash",
                        "-c",
                        start.group(1));
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).isNotBlank();
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        var broken = new ArrayList<String>();
        for (Path document : documents()) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                if (!Files.exists(document.resolveSibling(link.group(1)))) {
                    broken.add(document + " -> " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void theListOfLicencesIsTheOneThatTheBuildFinds() throws IOException {
        assertThat(lines(Checkout.root().resolve("THIRD-PARTY.txt")))
                .isEqualTo(lines(Checkout.root().resolve("cli/target/THIRD-PARTY.txt")));
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static List<String> samples(Path document) throws IOException {
        var samples = new ArrayList<String>();
        boolean console = false;
        for (String line : Files.readAllLines(document)) {
            if (line.startsWith("```")) console = line.equals("```console");
            else if (console && line.startsWith("$ ")) samples.add(line.substring(2));
        }
        return samples;
    }

    private static List<Path> documents() throws IOException {
        Path root = Checkout.root();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList();
        }
    }
}
