package dev.berth.cli.disk;

import dev.berth.cli.Group;

/// The group `disk`.
public final class DiskCommands {
    private DiskCommands() {}

    public static Group group() {
        return Group.of(
                "disk",
                "Works on one disk, a file or a folder, without a server.",
                new CreateDisk(),
                new PutFile(),
                new GetFile(),
                new ListFiles(),
                new RemoveFile(),
                new QueryDisk(),
                new FreezeDisk(),
                new ResumeDisk(),
                new ShareDisk(),
                new PackTree(),
                new UnpackDisk());
    }
}
