package dev.berth.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The real agents, of fixed versions, installed from npm once per user: about a gigabyte in the
/// user's cache folder.
public final class InstalledAgents {
    private static final List<String> PACKAGES =
            List.of(
                    "@anthropic-ai/claude-code@2.1.197",
                    "@openai/codex@0.166.0",
                    "opencode-ai@1.18.33");
    private static final int MINUTES = 15;

    private InstalledAgents() {}

    /// The folder with their programs. Where they cannot be had the test is skipped; in CI it
    /// fails.
    public static Path programs() {
        Needed.nothing(Shared.MISSING);
        return Shared.FOLDER.resolve("node_modules/.bin");
    }

    /// Installed when first asked for.
    private static final class Shared {
        static final Path FOLDER =
                cache().resolve("agents-" + Integer.toHexString(PACKAGES.hashCode()));
        static final String MISSING = install();

        private static String install() {
            try {
                return Files.exists(FOLDER) ? "" : InstalledAgents.install(FOLDER);
            } catch (IOException | InterruptedException broken) {
                return "the agents cannot be installed: " + broken;
            }
        }
    }

    private static Path cache() {
        String given = System.getenv("XDG_CACHE_HOME");
        return given == null || given.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache", "berth-tests")
                : Path.of(given, "berth-tests");
    }

    /// What is missing; nothing when it went well. Two at once do no harm: one of them is in place.
    private static String install(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder.getParent());
        var beside = Files.createTempDirectory(folder.getParent(), "installing-");
        Files.writeString(beside.resolve("package.json"), "{}");
        var words = new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund"));
        words.add("--ignore-scripts");
        words.addAll(PACKAGES);
        // Some versions of npm run no scripts of packages unless asked to: so we do.
        boolean made =
                run(beside, words)
                        && run(
                                beside.resolve("node_modules/@anthropic-ai/claude-code"),
                                List.of("node", "install.cjs"))
                        && run(
                                beside.resolve("node_modules/opencode-ai"),
                                List.of("node", "postinstall.mjs"));
        if (made && !Files.exists(folder)) {
            Files.move(beside, folder);
        } else {
            run(beside, List.of("rm", "-rf", beside.toString()));
        }
        return made || Files.exists(folder)
                ? ""
                : "the agents cannot be installed: npm, node or its registry is not there";
    }

    private static boolean run(Path in, List<String> words) throws InterruptedException {
        try {
            var process =
                    new ProcessBuilder(words)
                            .directory(in.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            process.getOutputStream().close();
            if (process.waitFor(MINUTES, TimeUnit.MINUTES)) return process.exitValue() == 0;
            process.destroyForcibly();
            return false;
        } catch (IOException absent) {
            return false;
        }
    }
}
