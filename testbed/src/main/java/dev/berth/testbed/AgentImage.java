package dev.berth.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// An image with the real agents, made of what this machine has: their programs, the libraries that
/// those name, and a shell for the commands that they run.
public final class AgentImage {
    public static final String NAME = "berth-agents:1";

    private AgentImage() {}

    /// Its name. Made when first asked for.
    public static String made() {
        InstalledAgents.programs();
        TestEngine.here();
        return Shared.MADE;
    }

    private static final class Shared {
        static final String MADE = make();
    }

    private static String make() {
        try {
            var folder = Files.createTempDirectory("berth-image");
            try {
                Busybox.into(folder);
                fill(folder);
                TestEngine.here().makeImage(folder, NAME);
            } finally {
                Shell.must("rm -rf \"$0\"", folder.toString());
            }
            return NAME;
        } catch (IOException broken) {
            throw new IllegalStateException("the image of agents", broken);
        }
    }

    /// The programs themselves, not the scripts that look for them.
    private static void fill(Path folder) {
        Shell.must(
                """
                put() { mkdir -p "$into/${2%/*}"; cp -L "$1" "$into/$2"; }
                with_libraries() {
                    put "$1" "$2"
                    ldd "$1" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do
                        [ -e "$into$library" ] || put "$library" "${library#/}"
                    done
                }
                into=$0 modules=$1
                with_libraries "$(command -v bash)" bin/bash
                with_libraries "$modules/.bin/claude" usr/bin/claude
                with_libraries "$modules/.bin/opencode" usr/bin/opencode
                codex=$(find "$modules/@openai" -type f -name codex -perm -u+x | head -n 1)
                with_libraries "$codex" usr/bin/codex
                mkdir -p "$into/etc" "$into/usr/bin"
                ln -s /bin/env "$into/usr/bin/env"
                echo 'root:x:0:0:root:/home/agent:/bin/sh' >"$into/etc/passwd"
                [ ! -d /etc/ssl/certs ] || put /etc/ssl/certs/ca-certificates.crt etc/ssl/certs/ca-certificates.crt
                """,
                folder.toString(), InstalledAgents.programs().resolve("..").toString());
    }
}
