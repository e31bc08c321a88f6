package dev.berth.depot.restore;

import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemRandom;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/// What a file or a link is called beside its place until it is whole, `.<stem>.tmp-<16 random hex
/// digits>`, and what a restore that was killed left under such names. The stem is the name itself;
/// one that is long, or no text, goes without.
///
/// Nothing tells a leftover from what another restore into the same folder has at work: that one
/// finds its own gone, and makes it once more.
final class Temporary {
    private static final SecureRandom RANDOM = SystemRandom.here();
    private static final int LONGEST_STEM = 40;
    private static final int TAIL = ".tmp-".length() + 16;
    private static final Name NAMELESS = Name.of("restore");
    private static final Name PROBE = Name.of("berth-probe");

    private Temporary() {}

    static Name of(Name name) {
        String random = HexFormat.of().toHexDigits(RANDOM.nextLong());
        return Name.of("." + stem(name).text().orElseThrow() + ".tmp-" + random);
    }

    /// For a folder that is made to see whose it is.
    static Name ofProbe() {
        return of(PROBE);
    }

    /// Removes what was left beside the files and links of a plan, but nothing that the checkpoint
    /// itself has there; answers how many there were.
    static int sweep(PlannedFolder plan, Folder in) throws FileFault {
        Set<Name> stems = Set.of();
        int swept = 0;
        for (var there : in.list()) {
            var name = there.name();
            if (!AtomicFile.isTemporary(name) || plan.lookalikes.contains(name)) continue;
            if (stems.isEmpty()) stems = stems(plan);
            boolean isProbe = there.kind() == Kind.FOLDER;
            boolean isLeft =
                    isProbe
                            ? plan.way.isRoot() && stemOf(name).equals(PROBE)
                            : stems.contains(stemOf(name));
            if (isLeft && remove(in, name, isProbe)) swept++;
        }
        return swept;
    }

    private static boolean remove(Folder in, Name name, boolean isProbe) throws FileFault {
        try {
            if (isProbe) in.removeFolder(name);
            else in.unlink(name);
            return true;
        } catch (FileFault fault) {
            // Another was faster, or somebody has put something into it.
            if (fault.is(Errno.ENOENT) || fault.is(Errno.ENOTEMPTY)) return false;
            throw fault;
        }
    }

    private static Set<Name> stems(PlannedFolder plan) {
        var stems = new HashSet<Name>();
        for (var entry : plan.entries) {
            if (!(entry instanceof TreeEntry.Folder)) stems.add(stem(entry.name()));
        }
        return stems;
    }

    private static Name stem(Name name) {
        boolean shown = name.bytes().length <= LONGEST_STEM && name.text().isPresent();
        return shown ? name : NAMELESS;
    }

    private static Name stemOf(Name temporary) {
        byte[] bytes = temporary.bytes();
        return Name.parse(Arrays.copyOfRange(bytes, 1, bytes.length - TAIL)).orElse(temporary);
    }
}
