package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.rules.LinkRules;
import dev.berth.disk.EntryKind;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Unpacks some neighbours and proves each: its header, its length, its checksum, its hash, and
/// where it points if it is a link.
record Proof(UnverifiedBundle bundle, Landing landing, List<Item> items, boolean gitToo) {
    private static final byte[] NOTHING = {};

    /// An entry that is what its sender sent; without its bytes where nobody needs them any more.
    @SuppressWarnings("ArrayRecordComponent")
    record Proven(BundledFile file, byte[] content) {}

    List<Proven> run() throws Failure, FileFault {
        long start = items.getFirst().member().offset();
        byte[] packed = bundle.bytes(start, (int) (items.getLast().end() - start));
        var proven = new ArrayList<Proven>();
        var inflater = new Inflater(true);
        try (var spot = landing.spot()) {
            for (var item : items) {
                byte[] content =
                        content(item, packed, (int) (item.member().offset() - start), inflater);
                prove(item, content);
                spot.put(item.file(), content);
                proven.add(new Proven(item.file(), landing.takesWhole() ? content : NOTHING));
            }
            return proven;
        } finally {
            inflater.end();
        }
    }

    private static byte[] content(Item item, byte[] packed, int at, Inflater inflater)
            throws Failure {
        var member = item.member();
        byte[] header = member.local();
        int from = at + header.length;
        if (from + member.packed() > packed.length
                || !Arrays.equals(packed, at, from, header, 0, header.length)) {
            throw disagree(item);
        }
        return switch (member.method()) {
            case STORED -> Arrays.copyOfRange(packed, from, from + (int) member.packed());
            case DEFLATED -> inflated(item, packed, from, inflater);
        };
    }

    private static byte[] inflated(Item item, byte[] packed, int from, Inflater inflater)
            throws Failure {
        var member = item.member();
        byte[] content = new byte[(int) member.size()];
        inflater.reset();
        inflater.setInput(packed, from, (int) member.packed());
        try {
            int made = 0;
            while (made < content.length) {
                int count = inflater.inflate(content, made, content.length - made);
                if (count == 0) break;
                made += count;
            }
            // One byte more must not be there, and the stream must be at its very end.
            boolean whole =
                    made == content.length
                            && (inflater.finished() || inflater.inflate(new byte[1]) == 0);
            if (whole && inflater.finished() && inflater.getRemaining() == 0) return content;
        } catch (DataFormatException notDeflated) {
            throw Refusals.damaged(shown(item) + " does not unpack");
        }
        throw Refusals.refused(shown(item) + " does not unpack to the size that it claims");
    }

    private void prove(Item item, byte[] content) throws Failure {
        var crc = new CRC32();
        crc.update(content);
        boolean same =
                (int) crc.getValue() == item.member().crc()
                        && ContentHash.of(content).equals(item.file().hash());
        if (!same) throw altered(item);
        if (item.file().entry().kind() != EntryKind.LINK) return;
        var flaw =
                text(content)
                        .map(to -> LinkRules.flaw(item.file().entry().path(), to, gitToo))
                        .orElse(Optional.of("its target is not UTF-8"));
        if (flaw.isPresent()) {
            throw Refusals.refused("the link %s: %s".formatted(shown(item), flaw.get()));
        }
    }

    private static Optional<String> text(byte[] target) {
        try {
            var decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(target));
            return Optional.of(decoded.toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    static Failure disagree(Item item) {
        return Refusals.refused("two headers of %s disagree".formatted(shown(item)));
    }

    static Failure altered(Item item) {
        return Refusals.damaged(shown(item) + " is not what was sent");
    }

    static String shown(Item item) {
        return item.file().volume().label() + item.file().entry().path().shown();
    }
}
