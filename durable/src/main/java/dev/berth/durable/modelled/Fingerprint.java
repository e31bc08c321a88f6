package dev.berth.durable.modelled;

import dev.berth.durable.ContentHash;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// All that a reader can see of a tree, in one hash.
final class Fingerprint {
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    static ContentHash of(FolderNode root) {
        var fingerprint = new Fingerprint();
        fingerprint.add(root);
        return ContentHash.of(fingerprint.seen.toByteArray());
    }

    private void add(Node node) {
        var attributes = node.attributes();
        add(node.kind().name().getBytes(StandardCharsets.US_ASCII));
        numbers(attributes.mode(), attributes.uid(), attributes.gid());
        switch (node) {
            case FileNode file -> {
                byte[] bytes = new byte[Math.toIntExact(file.size())];
                file.read(MemorySegment.ofArray(bytes), 0);
                add(bytes);
            }
            case LinkNode link -> add(link.target().bytes());
            case FolderNode folder -> {
                numbers(folder.entries().size());
                folder.entries()
                        .forEach(
                                (name, child) -> {
                                    add(name.bytes());
                                    add(child);
                                });
            }
        }
    }

    private void add(byte[] bytes) {
        numbers(bytes.length);
        seen.writeBytes(bytes);
    }

    private void numbers(int... numbers) {
        var buffer = ByteBuffer.allocate(numbers.length * Integer.BYTES);
        for (int number : numbers) buffer.putInt(number);
        seen.writeBytes(buffer.array());
    }
}
