package dev.berth.session.git;

import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Clones a repository with the real git, which runs nothing of it: no hooks, no submodules, no
/// filters, no helpers for credentials, no questions, no other protocol than https, and no settings
/// of the user or the machine. `home` is an empty folder for git to call its home.
public record Cloning(Map<String, String> environment, Path home) {
    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final int MOST_WORDS = 64 << 10;
    private static final int SHOWN = 300;

    /// How this machine reaches others, and whom it trusts.
    private static final Set<String> PASSED =
            Set.of(
                    "PATH",
                    "https_proxy",
                    "HTTPS_PROXY",
                    "all_proxy",
                    "ALL_PROXY",
                    "no_proxy",
                    "NO_PROXY",
                    "GIT_SSL_CAINFO",
                    "GIT_SSL_CAPATH",
                    "SSL_CERT_FILE",
                    "SSL_CERT_DIR");

    private static final List<String> SETTINGS =
            List.of(
                    "core.hooksPath=/dev/null",
                    "core.fsmonitor=false",
                    "credential.helper=",
                    "credential.interactive=never",
                    "protocol.allow=never",
                    "protocol.https.allow=always",
                    "submodule.recurse=false",
                    "transfer.bundleURI=false",
                    "fetch.fsckObjects=true",
                    "gc.auto=0");

    public Cloning {
        environment = Map.copyOf(environment);
    }

    /// Into the folder `target`, which is not there yet. Its history comes along.
    public void into(GitUrl url, Path target) throws Failure {
        var line = new ArrayList<String>();
        line.add("git");
        for (String setting : SETTINGS) line.addAll(List.of("-c", setting));
        line.addAll(List.of("clone", "--quiet", "--no-recurse-submodules", "--template="));
        line.addAll(List.of("--", url.toString(), target.toString()));
        var builder = new ProcessBuilder(line).directory(home.toFile()).redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().clear();
        environment.forEach(
                (name, value) -> {
                    if (PASSED.contains(name)) builder.environment().put(name, value);
                });
        builder.environment()
                .putAll(
                        Map.of(
                                "HOME", home.toString(),
                                "XDG_CONFIG_HOME", home.toString(),
                                "LC_ALL", "C.UTF-8",
                                "GIT_CONFIG_NOSYSTEM", "1",
                                "GIT_CONFIG_GLOBAL", "/dev/null",
                                "GIT_ALLOW_PROTOCOL", "https",
                                "GIT_TERMINAL_PROMPT", "0",
                                "GIT_ASKPASS", "false",
                                "SSH_ASKPASS", "false"));
        run(builder, url);
    }

    private static void run(ProcessBuilder builder, GitUrl url) throws Failure {
        Process process;
        try {
            process = builder.start();
        } catch (IOException absent) {
            throw new Failure.Unavailable("git could not be run", "install git").because(absent);
        }
        var said = new StringBuilder();
        var listening =
                Thread.ofVirtual().start(() -> said.append(words(process.getInputStream())));
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new Failure.Unavailable(
                        "cloning %s took longer than %d min".formatted(url, PATIENCE.toMinutes()),
                        "clone it yourself and import the folder");
            }
            listening.join();
            if (process.exitValue() == 0) return;
            throw new Failure.Refused(
                    "git could not clone %s: %s".formatted(url, brief(said.toString())),
                    "check the address; repositories that ask for a password cannot be cloned");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted", "ask again").because(interrupted);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String words(InputStream from) {
        try (from) {
            byte[] first = from.readNBytes(MOST_WORDS);
            from.skip(Long.MAX_VALUE);
            return new String(first, StandardCharsets.UTF_8);
        } catch (IOException ended) {
            return "";
        }
    }

    private static String brief(String words) {
        String line = words.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }
}
