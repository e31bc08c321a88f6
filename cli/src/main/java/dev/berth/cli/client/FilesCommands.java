package dev.berth.cli.client;

import dev.berth.cli.Group;

/// The group `files`.
public final class FilesCommands {
    public static final String SUMMARY =
            "Reads and writes the files of a session, asleep or awake.";

    private FilesCommands() {}

    public static Group group() {
        return Group.of(
                "files",
                SUMMARY,
                new LookAtFolder(),
                new ReadFile(),
                new WriteFile(),
                new RemoveEntry(),
                new UploadFiles(),
                new DownloadFiles());
    }
}
