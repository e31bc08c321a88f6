package dev.berth.bundle.ship;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Documents;
import dev.berth.bundle.FileLine;
import dev.berth.bundle.Manifest;
import dev.berth.bundle.ManifestText;
import dev.berth.bundle.SecretScan;
import dev.berth.bundle.rules.Shape;
import dev.berth.bundle.zip.Member;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.durable.ContentHash;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32;

/// The two documents in front of a bundle: the list of its files and the manifest.
final class Contents {
    private static final ContentHash SOME_HASH = ContentHash.of(new byte[0]);

    private final byte[] files;
    private final Manifest manifest;

    private Contents(
            List<BundledFile> entries,
            ShipOptions options,
            SecretScan scan,
            String producer,
            Function<byte[], ContentHash> hash) {
        var lines = new StringBuilder();
        long created = Long.MIN_VALUE;
        long total = 0;
        var shape = new Shape(Integer.MAX_VALUE);
        for (var file : entries) {
            FileLine.write(file, lines);
            var entry = file.entry();
            created = Math.max(created, entry.modifiedSeconds());
            total += entry.size();
            if (options.withGit()) shape.next(file.volume(), entry.path());
        }
        shape.end();
        files = lines.toString().getBytes(StandardCharsets.UTF_8);
        manifest =
                new Manifest(
                        options.includePrivate(),
                        shape.hasGit(),
                        entries.isEmpty() ? 0 : created,
                        hash.apply(files),
                        entries.size(),
                        total,
                        scan,
                        producer,
                        options.sign().map(key -> key.verifyKey()));
    }

    static Contents of(
            List<BundledFile> entries, ShipOptions options, SecretScan scan, String producer) {
        return new Contents(entries, options, scan, producer, ContentHash::of);
    }

    /// As above, where only the length counts: hashes are all of one.
    static Contents expected(
            List<BundledFile> entries, ShipOptions options, SecretScan scan, String producer) {
        return new Contents(entries, options, scan, producer, _ -> SOME_HASH);
    }

    Manifest manifest() {
        return manifest;
    }

    byte[] manifestBytes() {
        return ManifestText.bytes(manifest);
    }

    byte[] files() {
        return files;
    }

    /// How many bytes the two take, with their headers.
    long frontBytes() {
        byte[] first = manifestBytes();
        return (long) stored(Documents.MANIFEST, first, 0).localBytes()
                + first.length
                + stored(Documents.FILES, files, 0).localBytes()
                + files.length;
    }

    static Member stored(String name, byte[] bytes, long offset) {
        var crc = new CRC32();
        crc.update(bytes);
        return new Member(
                name,
                Documents.MODE,
                Method.STORED,
                (int) crc.getValue(),
                bytes.length,
                bytes.length,
                offset);
    }

    /// The signature over the manifest, when one was asked for.
    static Optional<byte[]> signature(ShipOptions options, byte[] manifest) {
        return options.sign().map(key -> key.sign(manifest));
    }
}
