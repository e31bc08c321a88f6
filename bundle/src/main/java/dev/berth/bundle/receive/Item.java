package dev.berth.bundle.receive;

import dev.berth.bundle.BundledFile;
import dev.berth.bundle.zip.Member;

/// One entry as list and directory agree on it. Its bytes are not proven yet.
record Item(BundledFile file, Member member) {
    /// Where the next one begins.
    long end() {
        return member.offset() + member.localBytes() + member.packed();
    }
}
