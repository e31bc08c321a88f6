package dev.berth.runner.agent;

import java.util.ArrayList;
import java.util.List;

/// The words around an agent's own: a small shell program makes the links that show what is kept,
/// runs the agent, and brings home files that it replaced instead of writing through the link.
///
/// It runs inside the sandbox, as the agent's user: links that were planted in `memory` lead it
/// nowhere that the agent could not go by itself.
final class Homecoming {
    private static final String BEGINNING =
            """
            folder() { mkdir -p "$2" "${1%/*}"; [ -e "$1" ] || [ -L "$1" ] || ln -s "$2" "$1"; }
            file() {
                mkdir -p "${2%/*}" "${1%/*}"
                if [ -f "$1" ] && ! [ -L "$1" ]; then
                    cp "$1" "$2.berth" && mv "$2.berth" "$2" && rm "$1"
                fi
                [ -e "$1" ] || [ -L "$1" ] || ln -s "$2" "$1"
            }
            """;

    private Homecoming() {}

    static List<String> around(Agent agent, List<String> words) {
        var script = new StringBuilder(BEGINNING);
        var files = new StringBuilder();
        for (var kept : agent.kept()) {
            String places =
                    " \"$HOME/" + kept.home() + "\" \"$BERTH_MEMORY/" + kept.memory() + "\"\n";
            switch (kept.kind()) {
                case FOLDER -> script.append("folder").append(places);
                case FILE -> {
                    script.append("file").append(places);
                    files.append("file").append(places);
                }
            }
        }
        for (String path : agent.neverKept()) {
            script.append("rm -f \"$BERTH_MEMORY/").append(path).append("\"\n");
        }
        script.append("\"$@\"\ncode=$?\n").append(files).append("exit $code\n");
        var all = new ArrayList<>(List.of("sh", "-c", script.toString(), "berth"));
        all.addAll(words);
        return all;
    }
}
