package dev.berth.bundle.ship;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.secrets.Finding;
import dev.berth.bundle.secrets.SecretScanner;
import dev.berth.bundle.ship.Packer.Packed;
import dev.berth.bundle.ship.Packer.Packing;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.OpenFile;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// A file that is packed piece by piece. It is taken as long as it was when it was opened; one that
/// is shorter by the time it is read makes a new start.
record LargeFile(Packer packer, Planned one, OpenFile file, LongConsumer reached) {
    private static final int PIECE_BYTES = 1 << 20;

    /// Reads it without packing.
    Packed lookOnly() throws FileFault {
        var stat = file.stat();
        var look = look(one);
        read(stat.size(), look::update);
        return packed(stat, look, Method.STORED, stat.size(), 0);
    }

    Packed pack(Hold hold) throws FileFault {
        if (packer.packing() == Packing.STORED) return store(hold);
        var stat = file.stat();
        long start = hold.position();
        // As long as the one that comes here in the end: that depends on the size alone.
        var draft = draft(stat);
        hold.append(draft, draft.length);
        var look = look(one);
        var deflater = new Deflater(Packer.LEVEL, true);
        long length;
        try {
            byte[] out = new byte[PIECE_BYTES];
            read(
                    stat.size(),
                    (bytes, count) -> {
                        look.update(bytes, count);
                        deflater.setInput(bytes, 0, count);
                        drain(deflater, out, hold);
                    });
            deflater.finish();
            drain(deflater, out, hold);
            length = deflater.getBytesWritten();
        } finally {
            deflater.end();
        }
        if (length >= stat.size()) {
            hold.back(start);
            return store(hold);
        }
        var packed = packed(stat, look, Method.DEFLATED, length, start);
        hold.write(start, packed.member().local(), draft.length);
        return packed;
    }

    private Packed store(Hold hold) throws FileFault {
        var stat = file.stat();
        long start = hold.position();
        var draft = draft(stat);
        hold.append(draft, draft.length);
        var look = look(one);
        read(
                stat.size(),
                (bytes, count) -> {
                    look.update(bytes, count);
                    hold.append(bytes, count);
                });
        var packed = packed(stat, look, Method.STORED, stat.size(), start);
        hold.write(start, packed.member().local(), draft.length);
        return packed;
    }

    private byte[] draft(FileStat stat) {
        var facts = TreeBatch.facts(one, stat, stat.size());
        var nothing = ContentHash.of(new byte[0]);
        var file = new BundledFile(one.volume(), facts, nothing);
        return Packer.member(file, Method.STORED, 0, stat.size(), 0).local();
    }

    private Packed packed(FileStat stat, Look look, Method method, long length, long start)
            throws FileFault {
        boolean settled = TreeBatch.same(stat, file.stat());
        var facts = TreeBatch.facts(one, stat, stat.size());
        var bundled = new BundledFile(one.volume(), facts, look.hash());
        var member = Packer.member(bundled, method, look.crc(), length, start);
        return new Packed(bundled, member, look.findings(), settled);
    }

    private void read(long size, Piece piece) throws FileFault {
        byte[] bytes = new byte[PIECE_BYTES];
        for (long at = 0; at < size; ) {
            int wanted = (int) Math.min(bytes.length, size - at);
            long count = file.readFully(MemorySegment.ofArray(bytes).asSlice(0, wanted), at);
            if (count < wanted) throw new ChangedMeanwhile(one.shown());
            piece.take(bytes, wanted);
            at += wanted;
            reached.accept(at);
        }
    }

    private static void drain(Deflater deflater, byte[] out, Hold hold) throws FileFault {
        while (!deflater.needsInput() || !deflater.finished()) {
            int count = deflater.deflate(out);
            if (count == 0) return;
            hold.append(out, count);
        }
    }

    private interface Piece {
        void take(byte[] bytes, int count) throws FileFault;
    }

    private Look look(Planned planned) {
        return new Look(packer.scan() ? new SecretScanner(planned.entry().path().name()) : null);
    }

    /// What is learnt while the bytes go by.
    private static final class Look {
        private final MessageDigest digest = sha256();
        private final CRC32 crc = new CRC32();
        private final @Nullable SecretScanner scanner;

        Look(@Nullable SecretScanner scanner) {
            this.scanner = scanner;
        }

        void update(byte[] bytes, int count) {
            digest.update(bytes, 0, count);
            crc.update(bytes, 0, count);
            if (scanner != null) scanner.update(bytes, count);
        }

        ContentHash hash() {
            return new ContentHash(HexFormat.of().formatHex(digest.digest()));
        }

        int crc() {
            return (int) crc.getValue();
        }

        List<Finding> findings() {
            return scanner == null ? List.of() : scanner.finish();
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException impossible) {
                // Every Java platform must have it.
                throw new IllegalStateException(impossible);
            }
        }
    }
}
