package dev.berth.bundle.ship;

import dev.berth.bundle.Documents;
import dev.berth.bundle.ship.Packer.Packed;
import dev.berth.bundle.zip.Ending;
import dev.berth.bundle.zip.Member;
import dev.berth.durable.FileFault;

import java.util.List;

/// Puts what is known last around the packed files: the documents in front, the signature, the
/// directory and the ending behind.
final class BundleWriter {
    private final Hold hold;
    private final Growing directory = new Growing();
    private long members;

    BundleWriter(Hold hold) {
        this.hold = hold;
    }

    /// Returns how many bytes the bundle has.
    long finish(Contents contents, List<Packed> packed, ShipOptions options) throws FileFault {
        long moved = contents.frontBytes() - hold.start();
        hold.makeFront(contents.frontBytes());
        byte[] manifest = contents.manifestBytes();
        long behind = document(Documents.MANIFEST, manifest, 0);
        document(Documents.FILES, contents.files(), behind);
        for (var one : packed) list(one.member().at(one.member().offset() + moved));
        var signature = Contents.signature(options, manifest);
        if (signature.isPresent()) {
            long end = document(Documents.SIGNATURE, signature.get(), hold.position());
            hold.back(end);
        }
        var ending = new Ending(members, directory.length(), hold.position());
        hold.append(directory.bytes(), directory.length());
        byte[] last = ending.bytes();
        hold.append(last, last.length);
        hold.cut();
        return hold.position();
    }

    /// Returns where the next one starts.
    private long document(String name, byte[] bytes, long at) throws FileFault {
        var member = Contents.stored(name, bytes, at);
        byte[] header = member.local();
        hold.write(at, header, header.length);
        hold.write(at + header.length, bytes, bytes.length);
        list(member);
        return at + header.length + bytes.length;
    }

    private void list(Member member) {
        directory.add(member.central());
        members++;
    }
}
