package dev.berth.testbed;

import java.nio.file.Path;

/// The smallest system that a turn can work in.
final class Busybox {
    private Busybox() {}

    static void into(Path folder) {
        Shell.must(
                "mkdir -p \"$0/bin\"; cp \"$(command -v busybox)\" \"$0/bin/\";"
                        + " for tool in $(busybox --list); do"
                        + " [ $tool = busybox ] || ln -s busybox \"$0/bin/$tool\"; done",
                folder.toString());
    }
}
