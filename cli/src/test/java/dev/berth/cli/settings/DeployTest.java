package dev.berth.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

@DisplayName("The files in deploy/")
class DeployTest {
    private static final Path DEPLOY = Path.of("..", "deploy");

    /// Variables that are no settings of a file.
    private static final Set<String> BESIDES =
            Set.of("BERTH_HOME", "BERTH_MASTER_KEY", "BERTH_HOST");

    @Test
    void setOnlyWhatIsASetting() throws Exception {
        var known = Keys.ALL.stream().map(Key::variable).collect(Collectors.toSet());
        known.addAll(BESIDES);
        for (String file : Set.of("Dockerfile", "compose.yaml", "berth.service", ".env.example")) {
            assertThat(known).as(file).containsAll(named(file, "\\bBERTH_[A-Z_]+"));
        }
    }

    @Test
    void askForNothingThatTheExampleDoesNotName() throws Exception {
        var wanted =
                named("compose.yaml", "\\$\\{[A-Z0-9_]+").stream()
                        .map(name -> name.substring(2))
                        .collect(Collectors.toSet());
        assertThat(named(".env.example", "(?m)^[A-Z0-9_]+(?==)")).containsAll(wanted);
    }

    private static Set<String> named(String file, String pattern) throws Exception {
        var found = new TreeSet<String>();
        var text = Pattern.compile(pattern).matcher(Files.readString(DEPLOY.resolve(file)));
        while (text.find()) found.add(text.group());
        assertThat(found).as(file).isNotEmpty();
        return found;
    }
}
