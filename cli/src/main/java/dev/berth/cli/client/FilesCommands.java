package dev.berth.cli.client;

import dev.berth.cli.Group;

/// The group `files`.
public final class FilesCommands {
    public static final String SUMMARY = "Reads and writes the files of a session, in any state.";

    private FilesCommands() {}

    public static Group group() {
        return Group.of(
                "files",
                SUMMARY,
                new ListFolder(),
                new CatSessionFile(),
                new PutSessionFile(),
                new RemoveSessionFile(),
                new UploadFiles(),
                new DownloadFolder());
    }
}
