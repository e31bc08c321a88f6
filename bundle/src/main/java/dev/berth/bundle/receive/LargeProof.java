package dev.berth.bundle.receive;

import dev.berth.bundle.zip.Member.Method;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Unpacks one large file piece by piece, never further than it claims to be, and proves it at its
/// end.
final class LargeProof {
    private static final int PIECE_BYTES = 1 << 20;

    private final UnverifiedBundle bundle;
    private final Landing landing;
    private final Item item;
    private final Reckoning reckoning;
    private final MessageDigest digest;
    private final CRC32 crc = new CRC32();
    private long made;

    LargeProof(UnverifiedBundle bundle, Landing landing, Item item, Reckoning reckoning) {
        this.reckoning = reckoning;
        this.bundle = bundle;
        this.landing = landing;
        this.item = item;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform must have it.
            throw new IllegalStateException(impossible);
        }
    }

    List<Proof.Proven> run() throws Failure, FileFault {
        byte[] header = item.member().local();
        if (!Arrays.equals(header, bundle.bytes(item.member().offset(), header.length))) {
            throw Proof.disagree(item);
        }
        try (var spot = landing.spot()) {
            var target = spot.open(item.file());
            if (target.isEmpty()) {
                unpack(header.length, target);
            } else {
                try (var file = target.get()) {
                    unpack(header.length, target);
                    var entry = item.file().entry();
                    file.setModified(entry.modifiedSeconds(), entry.modifiedNanos());
                }
            }
        }
        var hash = new ContentHash(HexFormat.of().formatHex(digest.digest()));
        boolean same =
                (int) crc.getValue() == item.member().crc() && hash.equals(item.file().hash());
        if (!same) throw Proof.altered(item);
        return List.of(new Proof.Proven(item.file(), new byte[0]));
    }

    private void unpack(int header, Optional<OpenFile> target) throws Failure, FileFault {
        long at = item.member().offset() + header;
        long end = at + item.member().packed();
        var inflater = new Inflater(true);
        try {
            while (at < end) {
                byte[] piece = bundle.bytes(at, (int) Math.min(PIECE_BYTES, end - at));
                if (piece.length == 0) throw Refusals.damaged("it is shorter than a moment ago");
                if (item.member().method() == Method.STORED) {
                    keep(piece, piece.length, target);
                } else {
                    inflate(piece, inflater, target);
                }
                at += piece.length;
            }
            boolean ended = item.member().method() == Method.STORED || inflater.finished();
            if (!ended || made != item.member().size()) throw wrongSize();
        } catch (DataFormatException notDeflated) {
            throw Refusals.damaged(Proof.shown(item) + " does not unpack");
        } finally {
            inflater.end();
        }
    }

    private void inflate(byte[] piece, Inflater inflater, Optional<OpenFile> target)
            throws Failure, FileFault, DataFormatException {
        byte[] out = new byte[PIECE_BYTES];
        if (inflater.finished()) throw wrongSize();
        inflater.setInput(piece);
        while (!inflater.needsInput()) {
            int count = inflater.inflate(out);
            keep(out, count, target);
            if (inflater.finished()) {
                if (inflater.getRemaining() > 0) throw wrongSize();
                return;
            }
            if (count == 0 && inflater.needsDictionary()) throw wrongSize();
        }
    }

    private void keep(byte[] bytes, int count, Optional<OpenFile> target)
            throws Failure, FileFault {
        if (made + count > item.member().size()) throw wrongSize();
        digest.update(bytes, 0, count);
        crc.update(bytes, 0, count);
        if (target.isPresent()) {
            target.get().writeFully(MemorySegment.ofArray(bytes).asSlice(0, count), made);
        }
        made += count;
        reckoning.add(0, count);
    }

    private Failure wrongSize() {
        return Refusals.refused(Proof.shown(item) + " does not unpack to the size that it claims");
    }
}
