package dev.berth.bundle.receive;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.Documents;
import dev.berth.bundle.Manifest;
import dev.berth.bundle.ManifestText;
import dev.berth.bundle.signing.SignerPin;
import dev.berth.bundle.signing.VerifyKey;
import dev.berth.bundle.zip.Ending;
import dev.berth.bundle.zip.Member;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.OpenFile;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32;

/// A bundle that anybody may have made: open, its frame looked at, its manifest read, and nothing
/// of it believed.
final class UnverifiedBundle implements AutoCloseable {
    private static final int MOST_ZIP64 = 28;

    private final OpenFile file;
    private final long size;
    private final BundleLimits limits;
    private final Ending ending;
    private final Member manifestMember;
    private final byte[] manifestBytes;
    private final Manifest manifest;

    private UnverifiedBundle(OpenFile file, BundleLimits limits) throws FileFault, Failure {
        this.file = file;
        this.limits = limits;
        size = file.stat().size();
        ending = ending();
        manifestMember =
                directory().next(Documents.MANIFEST, Documents.MODE, OptionalLong.empty(), 0);
        manifestBytes = document(manifestMember, ManifestText.MOST_BYTES);
        manifest = ManifestText.parse(manifestBytes, limits);
        if (ending.count() != manifest.fileCount() + 2 + (manifest.signed() ? 1 : 0)) {
            throw Refusals.refused("it holds another number of entries than its manifest says");
        }
        if (!limits.mayUnpackTo(manifest.totalBytes(), size)) {
            throw Refusals.refused(
                    "%d bytes would come out of %d".formatted(manifest.totalBytes(), size));
        }
    }

    static UnverifiedBundle open(FileLayer files, Path path, BundleLimits limits) throws Failure {
        try {
            var place = Place.of(files.realPath(path.toAbsolutePath()));
            try (var folder = files.open(place.folder())) {
                var file = folder.read(place.name());
                try {
                    return new UnverifiedBundle(file, limits);
                } catch (Throwable refused) {
                    file.close();
                    throw refused;
                }
            }
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
    }

    private Ending ending() throws FileFault, Failure {
        byte[] tail = bytes(Math.max(0, size - Ending.MOST_BYTES), Ending.MOST_BYTES);
        var found =
                Ending.parse(tail, size)
                        .orElseThrow(
                                () ->
                                        Refusals.damaged(
                                                "it is no zip, is cut short, or has something"
                                                        + " behind its end"));
        if (found.count() > limits.entries() + 3L) {
            throw Refusals.refused("%d entries are too many".formatted(found.count()));
        }
        long most = Member.CENTRAL_BYTES + limits.pathBytes() + 1L + MOST_ZIP64;
        if (found.count() < 2
                || found.directoryBytes() < found.count() * Member.CENTRAL_BYTES
                || found.directoryBytes() > found.count() * most) {
            throw Refusals.refused("its directory is of a size that cannot be");
        }
        return found;
    }

    Manifest manifest() {
        return manifest;
    }

    long size() {
        return size;
    }

    BundleLimits limits() {
        return limits;
    }

    OpenFile file() {
        return file;
    }

    Member manifestMember() {
        return manifestMember;
    }

    /// Where the files end and the directory begins.
    long directoryOffset() {
        return ending.directoryOffset();
    }

    /// The directory, from its start.
    Directory directory() {
        return new Directory(new Window(file, ending.directoryOffset(), ending.directoryBytes()));
    }

    /// Proves who signed it. Without a pin any sound signature will do, and none as well.
    Optional<VerifyKey> proveSigner(Optional<SignerPin> pin) throws Failure, FileFault {
        if (pin.isPresent()) pin.get().check(manifest.signer());
        if (manifest.signer().isEmpty()) return Optional.empty();
        byte[] signature = bytes(signatureOffset() + signatureHeader(), VerifyKey.SIGNATURE_BYTES);
        if (!manifest.signer().get().verifies(manifestBytes, signature)) {
            throw Refusals.refused("its signature is not one of its manifest by its signer");
        }
        return manifest.signer();
    }

    /// Where the signature stands: the last before the directory.
    long signatureOffset() {
        return directoryOffset() - signatureHeader() - VerifyKey.SIGNATURE_BYTES;
    }

    private static int signatureHeader() {
        return Member.LOCAL_BYTES + Documents.SIGNATURE.length();
    }

    /// The bytes of a stored document, its header and checksum compared.
    byte[] document(Member member, int most) throws FileFault, Failure {
        byte[] local = member.local();
        boolean fits = member.method() == Method.STORED && member.size() <= most;
        if (!fits) throw Refusals.refused(member.name() + " is not as a bundle has it");
        if (!Arrays.equals(local, bytes(member.offset(), local.length))) {
            throw Refusals.refused("two headers of %s disagree".formatted(member.name()));
        }
        byte[] content = bytes(member.offset() + local.length, (int) member.size());
        var crc = new CRC32();
        crc.update(content);
        if (content.length != member.size() || (int) crc.getValue() != member.crc()) {
            throw Refusals.damaged(member.name() + " is not what was sent");
        }
        return content;
    }

    /// Up to `count` bytes at `offset`, fewer at the end.
    byte[] bytes(long offset, int count) throws FileFault, Failure {
        if (offset < 0) throw Refusals.refused("a part of it would lie before its start");
        byte[] bytes = new byte[count];
        int read = (int) file.readFully(MemorySegment.ofArray(bytes), offset);
        return read == count ? bytes : Arrays.copyOf(bytes, read);
    }

    @Override
    public void close() {
        file.close();
    }
}
