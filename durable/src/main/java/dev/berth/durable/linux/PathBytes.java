package dev.berth.durable.linux;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/// A path's bytes as the kernel knows them. The text of a [Path] goes through the locale's charset
/// and loses what that cannot say; its URI spells out every byte.
final class PathBytes {
    private PathBytes() {}

    /// The bytes of the absolute form of `path`.
    static byte[] of(Path path) {
        if (!path.getFileSystem().equals(FileSystems.getDefault())) {
            throw new IllegalArgumentException("not a path of this system: " + path);
        }
        var encoded = path.toUri().getRawPath();
        var bytes = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                bytes.write(HexFormat.fromHexDigits(encoded, i + 1, i + 3));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        // A URI of a folder ends in a slash, the path does not.
        int length = bytes.size() > 1 && encoded.endsWith("/") ? bytes.size() - 1 : bytes.size();
        return Arrays.copyOf(bytes.toByteArray(), length);
    }

    /// The path that an absolute one's bytes spell.
    static Path toPath(byte[] bytes) {
        var uri = new StringBuilder("file://");
        for (byte b : bytes) {
            boolean plain = b == '/' || (b > 0 && Character.isLetterOrDigit(b));
            if (plain) uri.append((char) b);
            else uri.append('%').append(HexFormat.of().toHexDigits(b));
        }
        return Path.of(URI.create(uri.toString()));
    }
}
