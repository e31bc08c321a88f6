package dev.berth.durable.linux;

/// Readable names of file systems by the magic number that `statfs` gives.
final class FileSystemType {
    private FileSystemType() {}

    static String named(long magic) {
        int number = (int) magic;
        return switch (number) {
            case 0xef53 -> "ext4"; // and its forerunners, which share the number
            case 0x01021994 -> "tmpfs";
            case 0x858458f6 -> "ramfs";
            case 0x794c7630 -> "overlay";
            case 0x58465342 -> "xfs";
            case 0x9123683e -> "btrfs";
            case 0x2fc12fc1 -> "zfs";
            case 0xca451a4e -> "bcachefs";
            case 0xf2f52010 -> "f2fs";
            case 0x6969 -> "nfs";
            case 0x65735546 -> "fuse";
            case 0xff534d42, 0xfe534d42, 0x517b -> "cifs";
            case 0x01021997 -> "9p";
            case 0x00c36400 -> "ceph";
            case 0x4d44 -> "vfat";
            case 0x2011bab0 -> "exfat";
            case 0x5346544e, 0x7366746e -> "ntfs";
            case 0x73717368 -> "squashfs";
            case 0xe0f5e1e2 -> "erofs";
            case 0x9660 -> "iso9660";
            case 0x9fa0 -> "proc";
            case 0x62656572 -> "sysfs";
            case 0x61756673 -> "aufs";
            case 0xf15f -> "ecryptfs";
            default -> "0x" + Integer.toHexString(number);
        };
    }
}
