package dev.berth.session.files;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.util.Optional;

/// The way down from the top of a volume, folder by folder and through no link.
record Way(Folder top) {
    /// Something that is done in an open folder.
    interface Within<T> {
        T in(Folder folder) throws FileFault, Failure;
    }

    /// Does something in the folder at `path`. A fault when that is not there, or is no folder.
    <T> T within(FilePath path, Within<T> work) throws FileFault, Failure {
        Optional<Folder> opened = Optional.empty();
        try {
            for (var name : path.names()) {
                var next = opened.orElse(top).folder(name);
                opened.ifPresent(Folder::close);
                opened = Optional.of(next);
            }
            return work.in(opened.orElse(top));
        } finally {
            opened.ifPresent(Folder::close);
        }
    }

    /// As above, but empty when the way leads nowhere.
    <T> Optional<T> ifThere(FilePath path, Within<Optional<T>> work) throws FileFault, Failure {
        try {
            return within(path, work);
        } catch (FileFault fault) {
            if (leadsNowhere(fault)) return Optional.empty();
            throw fault;
        }
    }

    static boolean leadsNowhere(FileFault fault) {
        return fault.is(Errno.ENOENT)
                || fault.is(Errno.ENOTDIR)
                || fault.is(Errno.ELOOP)
                || fault.is(Errno.ENXIO);
    }
}
