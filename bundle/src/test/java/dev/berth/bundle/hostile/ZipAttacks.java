package dev.berth.bundle.hostile;

import dev.berth.bundle.zip.Ending;
import dev.berth.bundle.zip.Member.Method;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Zips that say one thing to one reader and another to the next, or that are cut, joined and bent.
final class ZipAttacks {
    private ZipAttacks() {}

    static void list(Attacks to) {
        ends(to);
        headers(to);
        endings(to);
        members(to);
    }

    private static void ends(Attacks to) {
        for (int keep : new int[] {0, 1, 4, 21, 22, 30, 100, 400}) {
            to.add("cut short", "to " + keep, f -> f.whole = all -> Arrays.copyOf(all, keep));
        }
        for (int less : new int[] {1, 2, 21, 22, 23, 60, 200}) {
            to.add(
                    "cut at the end",
                    "by " + less,
                    f -> f.whole = all -> Arrays.copyOf(all, all.length - less));
        }
        for (String more : List.of("\0", "x", "PK\005\006", "trailing bytes")) {
            to.add("bytes behind the end", PathAttacks.shown(more), f -> f.whole = behind(more));
            to.add("bytes in front", PathAttacks.shown(more), f -> f.whole = before(more));
        }
        to.add("two zips in one", "same", f -> f.whole = all -> join(all, all));
        to.add(
                "two zips in one",
                "other first",
                f -> f.whole = all -> join(Forge.honest().build(), all));
        to.add(
                "not a zip",
                "text",
                f -> f.whole = _ -> "hello".repeat(100).getBytes(StandardCharsets.UTF_8));
        to.add("not a zip", "zeros", f -> f.whole = _ -> new byte[5000]);
        to.add(
                "not a zip",
                "SQLite",
                f ->
                        f.whole =
                                _ ->
                                        Arrays.copyOf(
                                                "SQLite format 3\0"
                                                        .getBytes(StandardCharsets.US_ASCII),
                                                4096));
    }

    /// Each number in each header, bent.
    private static void headers(Attacks to) {
        record Spot(String name, int at, int bytes) {}
        var locals =
                List.of(
                        new Spot("signature", 0, 4),
                        new Spot("version", 4, 2),
                        new Spot("flags: encrypted", 6, 1),
                        new Spot("flags: sizes behind the data", 6, -3),
                        new Spot("flags: names not UTF-8", 7, -3),
                        new Spot("method", 8, 2),
                        new Spot("time", 10, 2),
                        new Spot("date", 12, 2),
                        new Spot("checksum", 14, 4),
                        new Spot("packed size", 18, 4),
                        new Spot("size", 22, 4),
                        new Spot("name length", 26, 2),
                        new Spot("extra length", 28, 2),
                        new Spot("name", 31, 1));
        for (var spot : locals) {
            to.add(
                    "local header: " + spot.name,
                    "file",
                    f -> f.part(0).local = bent(spot.at, spot.bytes));
            to.add(
                    "local header: " + spot.name,
                    "link",
                    f -> f.part(3).local = bent(spot.at, spot.bytes));
            to.add(
                    "local header: " + spot.name,
                    "folder",
                    f -> f.part(2).local = bent(spot.at, spot.bytes));
        }
        var centrals =
                List.of(
                        new Spot("signature", 0, 4),
                        new Spot("made by", 4, 1),
                        new Spot("made on", 5, 1),
                        new Spot("version", 6, 2),
                        new Spot("flags: encrypted", 8, 1),
                        new Spot("flags: sizes behind the data", 8, -3),
                        new Spot("method", 10, 2),
                        new Spot("time", 12, 2),
                        new Spot("date", 14, 2),
                        new Spot("checksum", 16, 4),
                        new Spot("packed size", 20, 4),
                        new Spot("size", 24, 4),
                        new Spot("name length", 28, 2),
                        new Spot("extra length", 30, 2),
                        new Spot("comment length", 32, 2),
                        new Spot("disk", 34, 2),
                        new Spot("inner attributes", 36, 2),
                        new Spot("attributes", 38, 2),
                        new Spot("mode", 41, 1),
                        new Spot("offset", 42, 4),
                        new Spot("name", 47, 1));
        for (var spot : centrals) {
            to.add(
                    "directory: " + spot.name,
                    "file",
                    f -> f.part(0).central = bent(spot.at, spot.bytes));
            to.add(
                    "directory: " + spot.name,
                    "link",
                    f -> f.part(3).central = bent(spot.at, spot.bytes));
        }
        to.add(
                "field behind a header",
                "local",
                f -> f.part(0).local = header -> extra(header, 28));
        to.add(
                "field behind a header",
                "directory",
                f -> f.part(0).central = header -> extra(header, 30));
        to.add("comment on an entry", "one", f -> f.part(0).central = header -> extra(header, 32));
    }

    private static void endings(Attacks to) {
        for (long more : new long[] {-2, -1, 1, 2, 60_000}) {
            to.add(
                    "ending with another count",
                    "" + more,
                    f ->
                            f.ending =
                                    e ->
                                            new Ending(
                                                    e.count() + more,
                                                    e.directoryBytes(),
                                                    e.directoryOffset()));
            to.add(
                    "ending with another directory size",
                    "" + more,
                    f ->
                            f.ending =
                                    e ->
                                            new Ending(
                                                    e.count(),
                                                    e.directoryBytes() + more,
                                                    e.directoryOffset()));
            to.add(
                    "ending with another directory place",
                    "" + more,
                    f ->
                            f.ending =
                                    e ->
                                            new Ending(
                                                    e.count(),
                                                    e.directoryBytes(),
                                                    e.directoryOffset() + more));
        }
        for (long count : new long[] {1_000_004, 5_000_000, 1L << 32, Long.MAX_VALUE, -1}) {
            to.add(
                    "millions of entries",
                    "" + count,
                    f ->
                            f.ending =
                                    e ->
                                            new Ending(
                                                    count,
                                                    e.directoryBytes(),
                                                    e.directoryOffset()));
        }
        to.add(
                "comment at the end",
                "one",
                f -> {
                    f.endingBytes =
                            end -> {
                                byte[] longer = Arrays.copyOf(end, end.length + 5);
                                longer[end.length - 2] = 5;
                                return longer;
                            };
                });
        to.add("another disk", "one", f -> f.endingBytes = end -> changed(end, 4, 1));
        to.add(
                "another ending in the comment",
                "one",
                f ->
                        f.endingBytes =
                                end -> {
                                    byte[] both = join(end, end);
                                    both[end.length - 2] = (byte) end.length;
                                    return both;
                                });
        to.add(
                "Zip64 without need",
                "one",
                f -> f.endingBytes = end -> join(new Ending(70_000, 1, 1).bytes(), end));
    }

    private static void members(Attacks to) {
        to.add("manifest is not first", "swapped", f -> f.zipOrder = swap(0, 1));
        to.add("manifest is not first", "after a file", f -> f.zipOrder = swap(0, 2));
        to.add("files in another order than listed", "one", f -> f.zipOrder = swap(2, 3));
        to.add("listed and not there", "file", f -> f.part(0).inZip = false);
        to.add("listed and not there", "all", f -> f.parts.forEach(part -> part.inZip = false));
        to.add("there and not listed", "file", f -> f.part(0).inList = false);
        to.add(
                "there and not listed",
                "outside",
                f -> f.add(unlisted("../../evil")).add(unlisted("/etc/cron.d/evil")));
        to.add("there and not listed", "beside the volumes", f -> f.add(unlisted("evil")));
        to.add("no manifest", "one", f -> f.zipOrder = without(0));
        to.add("no list of files", "one", f -> f.zipOrder = without(1));
        to.add("nothing in it", "one", f -> f.zipOrder = _ -> List.of());
        to.add("two entries over one another", "same bytes", f -> f.part(1).shift = -10);
        to.add("two entries over one another", "same place", f -> f.part(1).shift = -44);
        to.add(
                "gap between entries",
                "one",
                f -> f.part(1).local = header -> join(new byte[7], header));
        to.add(
                "gap between entries",
                "with its place said",
                f -> {
                    f.part(1).local = header -> join(new byte[7], header);
                    f.part(1).shift = 7;
                });
        to.add("another name in the zip", "outside", f -> f.part(0).zipName = "../evil");
        to.add("another name in the zip", "absolute", f -> f.part(0).zipName = "/tmp/evil");
        to.add("another name in the zip", "no volume", f -> f.part(0).zipName = "a.txt");
        to.add("another name in the zip", "folder", f -> f.part(0).zipName += "/");
        for (int mode : new int[] {0100755, 0104755, 0100777, 0060644, 0020666, 0010644, 0140777}) {
            to.add(
                    "another mode in the zip",
                    Integer.toOctalString(mode),
                    f -> f.part(0).zipMode = mode);
        }
        to.add("stored that is called deflated", "one", f -> f.part(0).method = Method.DEFLATED);
        Consumer<Forge> deflatedList =
                f ->
                        f.zipOrder =
                                all -> {
                                    var list = all.get(1);
                                    list.method = Method.DEFLATED;
                                    list.packed = SizeAttacks.deflated(list.content);
                                    return all;
                                };
        to.add("deflated list", "one", deflatedList);
    }

    private static Part unlisted(String name) {
        var part = Part.file("/zz" + name.hashCode(), "evil");
        part.zipName = name;
        part.inList = false;
        return part;
    }

    private static UnaryOperator<List<Part>> swap(int one, int other) {
        return all -> {
            Collections.swap(all, one, other);
            return all;
        };
    }

    private static UnaryOperator<List<Part>> without(int index) {
        return all -> {
            all.remove(index);
            return all;
        };
    }

    private static UnaryOperator<byte[]> bent(int at, int bytes) {
        return header -> {
            byte[] bent = header.clone();
            // A negative count is a single bit.
            if (bytes < 0) bent[at] ^= (byte) (1 << -bytes);
            else for (int i = 0; i < bytes; i++) bent[at + i] ^= (byte) 0x01;
            return bent;
        };
    }

    private static byte[] extra(byte[] header, int lengthAt) {
        byte[] longer = Arrays.copyOf(header, header.length + 8);
        var buffer = ByteBuffer.wrap(longer).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putShort(lengthAt, (short) 8);
        buffer.putShort(header.length, (short) 0x7075).putShort(header.length + 2, (short) 4);
        return longer;
    }

    private static byte[] changed(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    private static UnaryOperator<byte[]> behind(String more) {
        return all -> join(all, more.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static UnaryOperator<byte[]> before(String more) {
        return all -> join(more.getBytes(StandardCharsets.ISO_8859_1), all);
    }

    static byte[] join(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
