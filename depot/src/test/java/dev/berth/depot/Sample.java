package dev.berth.depot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Trees for tests: made from a seed, and told as text that two equal trees share.
public final class Sample {
    private Sample() {}

    /// Folders three deep with files of all sizes, links, an empty folder, odd names and modes.
    public static void make(Path root, long seed, int files) throws IOException {
        var random = new SplittableRandom(seed);
        Files.createDirectories(root);
        for (int i = 0; i < files; i++) {
            Path folder = root;
            for (int depth = random.nextInt(4); depth > 0; depth--) {
                folder = folder.resolve("d" + random.nextInt(3));
            }
            Files.createDirectories(folder);
            Path file = folder.resolve("f" + i + (i % 7 == 0 ? " ü €" : ".txt"));
            Files.write(file, content(random, size(random)));
            if (i % 5 == 0) mode(file, "r-xr-x---");
            if (i % 11 == 0)
                Files.createSymbolicLink(folder.resolve("l" + i), Path.of("../nowhere" + i));
            time(file, random);
        }
        Files.createDirectories(root.resolve("empty/deeper"));
        time(root.resolve("empty/deeper"), random);
        time(root.resolve("empty"), random);
        time(root, random);
    }

    private static int size(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> random.nextInt(300_000, 900_000);
            case 2 -> random.nextInt(60_000, 140_000);
            default -> random.nextInt(1, 5_000);
        };
    }

    public static byte[] content(SplittableRandom random, int size) {
        var bytes = new byte[size];
        if (random.nextBoolean()) {
            random.nextBytes(bytes);
        } else {
            byte[] word =
                    ("line " + random.nextInt(1000) + " of some text\n")
                            .getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < size; i++) bytes[i] = word[i % word.length];
        }
        return bytes;
    }

    public static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static void time(Path path, SplittableRandom random) throws IOException {
        var time =
                Instant.ofEpochSecond(
                        1_500_000_000L + random.nextInt(100_000_000), random.nextInt(999_999_999));
        Files.setLastModifiedTime(path, FileTime.from(time));
    }

    /// All that is below a folder: kind, mode, time and content of each.
    public static String told(Path root) throws IOException {
        var told = new TreeMap<String, String>();
        try (var all = Files.walk(root)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                told.put(root.relativize(path).toString(), one(path));
            }
        }
        return told.toString().replace(", ", "\n");
    }

    private static String one(Path path) throws IOException {
        String time = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant() + "";
        if (Files.isSymbolicLink(path)) return "link " + Files.readSymbolicLink(path) + " " + time;
        String mode = PosixFilePermissions.toString(permissions(path));
        if (Files.isDirectory(path)) return "folder " + mode + " " + time;
        byte[] bytes = Files.readAllBytes(path);
        return "file %s %s %d %x".formatted(mode, time, bytes.length, Arrays.hashCode(bytes));
    }

    private static Set<PosixFilePermission> permissions(Path path) throws IOException {
        return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    }
}
