package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.Documents;
import dev.berth.bundle.FileLine;
import dev.berth.bundle.Manifest;
import dev.berth.bundle.rules.LinkRules;
import dev.berth.bundle.rules.Shape;
import dev.berth.bundle.signing.VerifyKey;
import dev.berth.bundle.zip.Member;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.zip.CRC32;

/// Goes through a bundle's list of files and the zip's directory side by side, and stops at the
/// first thing that is not as it must be. Little is kept in memory, however many entries there are.
final class Entries {
    private static final ContentHash NOTHING = ContentHash.of(new byte[0]);

    private final UnverifiedBundle bundle;
    private final Manifest manifest;
    private final Directory directory;
    private final Member list;
    private final Window lines;
    private final Shape shape;
    private final MessageDigest digest = sha256();
    private final CRC32 crc = new CRC32();
    private long given;
    private long position;
    private long total;
    private long newest = Long.MIN_VALUE;

    Entries(UnverifiedBundle bundle) throws FileFault, Failure {
        this.bundle = bundle;
        manifest = bundle.manifest();
        directory = bundle.directory();
        var first = bundle.manifestMember();
        var again =
                directory.next(
                        first.name(),
                        Documents.MODE,
                        OptionalLong.of(first.size()),
                        first.offset());
        if (!again.equals(first)) throw Refusals.damaged("it changes while it is read");
        position = first.localBytes() + first.packed();
        list = directory.next(Documents.FILES, Documents.MODE, OptionalLong.empty(), position);
        byte[] header = list.local();
        if (list.method() != Method.STORED
                || list.size() > bundle.size()
                || !Arrays.equals(header, bundle.bytes(position, header.length))) {
            throw Refusals.refused("two headers of files.jsonl disagree");
        }
        lines = new Window(bundle.file(), position + header.length, list.size());
        position += header.length + list.size();
        shape = new Shape(bundle.limits().depth());
    }

    public boolean hasNext() {
        return given < manifest.fileCount();
    }

    public Item next() throws FileFault, Failure {
        byte[] line = lines.line(FileLine.MOST_BYTES);
        digest.update(line);
        crc.update(line);
        var file = FileLine.parse(line, ++given);
        check(file);
        var member =
                directory.next(
                        file.zipName(),
                        file.zipMode(),
                        OptionalLong.of(file.entry().size()),
                        position);
        var item = new Item(file, member);
        position = item.end();
        if (position > bundle.directoryOffset() || position < 0) {
            throw Refusals.refused("its files reach into its directory");
        }
        return item;
    }

    private void check(BundledFile file) throws Failure {
        var entry = file.entry();
        String name = file.volume().label() + entry.path().shown();
        var flaw = shape.next(file.volume(), entry.path());
        if (flaw.isPresent()) throw Refusals.refused(name + ": " + flaw.get());
        if (!manifest.volumes().contains(file.volume())) {
            throw Refusals.refused(name + " is private, and its manifest says that nothing is");
        }
        refuseRepository();
        boolean fits =
                switch (entry.kind()) {
                    case FOLDER -> entry.size() == 0 && file.hash().equals(NOTHING);
                    case LINK -> entry.size() <= LinkRules.MOST_BYTES;
                    case FILE, EXECUTABLE -> entry.size() <= bundle.limits().entryBytes();
                };
        if (!fits) throw Refusals.refused(name + " is too large");
        byte[] path = file.zipName().getBytes(StandardCharsets.UTF_8);
        if (path.length > bundle.limits().pathBytes()) {
            throw Refusals.refused("a path of %d bytes is too long".formatted(path.length));
        }
        total += entry.size();
        newest = Math.max(newest, entry.modifiedSeconds());
        if (total > manifest.totalBytes()) throw disagrees("total_bytes");
    }

    private void refuseRepository() throws Failure {
        if (shape.hasGit() && !manifest.gitIncluded()) {
            throw Refusals.refused("it holds a repository, and its manifest says that it does not");
        }
    }

    /// What can be told only after the last.
    public void end() throws FileFault, Failure {
        shape.end();
        refuseRepository();
        if (!lines.isAtEnd()) throw Refusals.refused("files.jsonl has more lines than entries");
        var hash = new ContentHash(HexFormat.of().formatHex(digest.digest()));
        if (!hash.equals(manifest.filesHash())) throw disagrees("files_sha256");
        if ((int) crc.getValue() != list.crc()) {
            throw Refusals.damaged("files.jsonl is not what was sent");
        }
        if (shape.hasGit() != manifest.gitIncluded()) throw disagrees("git_included");
        if (total != manifest.totalBytes()) throw disagrees("total_bytes");
        if (manifest.created() != (given == 0 ? 0 : newest)) throw disagrees("created");
        if (manifest.signed()) signature();
        if (!directory.isAtEnd() || position != bundle.directoryOffset()) {
            throw Refusals.refused("something lies between its files and its directory");
        }
    }

    private void signature() throws FileFault, Failure {
        var size = OptionalLong.of(VerifyKey.SIGNATURE_BYTES);
        var member = directory.next(Documents.SIGNATURE, Documents.MODE, size, position);
        if (position != bundle.signatureOffset()) {
            throw Refusals.refused("its signature is not in its place");
        }
        bundle.document(member, VerifyKey.SIGNATURE_BYTES);
        position += member.localBytes() + member.packed();
    }

    private static Failure disagrees(String field) {
        return Refusals.refused(
                "%s in its manifest does not agree with its files".formatted(field));
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
