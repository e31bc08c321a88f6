package dev.berth.bundle.ship;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.secrets.Finding;
import dev.berth.bundle.secrets.SecretScanner;
import dev.berth.bundle.zip.Member;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.disk.EntryKind;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Packs entries: hashes them, looks for secrets and deflates, each byte read once.
///
/// @param scan whether to look for secrets
/// @param packing what comes out
/// @param spare room that was used before
record Packer(boolean scan, Packing packing, Queue<Growing> spare) {
    /// The usual level of zip tools, on which bundles are compared with them.
    static final int LEVEL = 6;

    // What some large file needed is not kept for all others.
    private static final int MOST_SPARE = 4 << 20;

    Packer(boolean scan, Packing packing) {
        this(scan, packing, new ConcurrentLinkedQueue<>());
    }

    /// What is done with the bytes.
    enum Packing {
        /// Deflated where that makes them fewer.
        DEFLATED,
        /// As they are: for content so dense that a receiver would take it for a trap.
        STORED,
        /// Looked at and thrown away.
        NONE
    }

    /// One entry, packed. The member's place counts from the start of its batch.
    record Packed(BundledFile file, Member member, List<Finding> findings, boolean settled) {
        Packed at(long offset) {
            return new Packed(file, member.at(offset), findings, settled);
        }
    }

    /// Everything of a batch, as it stands in the zip.
    record PackedBatch(Growing bytes, List<Packed> entries) {}

    PackedBatch pack(Batch batch) throws Failure, FileFault {
        var deflater = new Deflater(LEVEL, true);
        try (batch) {
            var used = spare.poll();
            var out = used == null ? new Growing() : used;
            var entries = new ArrayList<Packed>();
            for (var one : batch.entries()) entries.add(pack(batch.load(one), one, out, deflater));
            return new PackedBatch(out, entries);
        } finally {
            deflater.end();
        }
    }

    /// Takes back the room of a batch that is not needed any more.
    void reuse(PackedBatch batch) {
        if (batch.bytes.bytes().length > MOST_SPARE) return;
        batch.bytes.clear();
        spare.add(batch.bytes);
    }

    private Packed pack(Batch.Loaded loaded, Planned one, Growing out, Deflater deflater) {
        byte[] content = loaded.content();
        var file = new BundledFile(one.volume(), loaded.entry(), ContentHash.of(content));
        List<Finding> findings = List.of();
        if (scan && loaded.entry().kind() != EntryKind.LINK) {
            findings = SecretScanner.scan(one.entry().path().name(), content, content.length);
        }
        var crc = new CRC32();
        crc.update(content);
        int start = out.length();
        var member = member(file, Method.STORED, (int) crc.getValue(), content.length, start);
        if (packing == Packing.NONE) return new Packed(file, member, findings, loaded.settled());
        int header = member.localBytes();
        out.skip(header);
        int packed = packing == Packing.DEFLATED ? out.deflate(content, deflater) : content.length;
        if (packed < content.length) {
            member = member(file, Method.DEFLATED, (int) crc.getValue(), packed, start);
        } else {
            out.cut(start + header);
            out.add(content);
        }
        out.replace(start, member.local());
        return new Packed(file, member, findings, loaded.settled());
    }

    static Member member(BundledFile file, Method method, int crc, long packed, long offset) {
        return new Member(
                file.zipName(), file.zipMode(), method, crc, packed, file.entry().size(), offset);
    }
}
