package dev.berth.durable.nio;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.util.Map;
import java.util.Optional;

/// Java's exceptions as the errors that they stand for: by their class, else by the system's words
/// for the error, which is all that Java keeps of it.
final class Faults {
    private static final Map<String, Errno> WORDS =
            Map.ofEntries(
                    Map.entry("Operation not permitted", Errno.EPERM),
                    Map.entry("Input/output error", Errno.EIO),
                    Map.entry("No such device or address", Errno.ENXIO),
                    Map.entry("Permission denied", Errno.EACCES),
                    Map.entry("Device or resource busy", Errno.EBUSY),
                    Map.entry("Resource busy", Errno.EBUSY),
                    Map.entry("File exists", Errno.EEXIST),
                    Map.entry("Invalid cross-device link", Errno.EXDEV),
                    Map.entry("Cross-device link", Errno.EXDEV),
                    Map.entry("Not a directory", Errno.ENOTDIR),
                    Map.entry("Is a directory", Errno.EISDIR),
                    Map.entry("Invalid argument", Errno.EINVAL),
                    Map.entry("Too many open files in system", Errno.ENFILE),
                    Map.entry("Too many open files", Errno.EMFILE),
                    Map.entry("Text file busy", Errno.ETXTBSY),
                    Map.entry("File too large", Errno.EFBIG),
                    Map.entry("No space left on device", Errno.ENOSPC),
                    Map.entry("Read-only file system", Errno.EROFS),
                    Map.entry("Too many links", Errno.EMLINK),
                    Map.entry("File name too long", Errno.ENAMETOOLONG),
                    Map.entry("Function not implemented", Errno.ENOSYS),
                    Map.entry("Directory not empty", Errno.ENOTEMPTY),
                    Map.entry("Too many levels of symbolic links", Errno.ELOOP),
                    Map.entry(
                            "Too many levels of symbolic links or unable to access attributes of symbolic link",
                            Errno.ELOOP),
                    Map.entry("Operation not supported", Errno.EOPNOTSUPP),
                    Map.entry("Stale file handle", Errno.ESTALE),
                    Map.entry("Disk quota exceeded", Errno.EDQUOT),
                    Map.entry("Disc quota exceeded", Errno.EDQUOT));

    private Faults() {}

    static FileFault of(IOException fault, String call, Object subject) {
        var errno = errno(fault);
        // Without the system's words an error that we have no name for could not be looked up.
        var title = errno == Errno.OTHER ? call + ", " + fault.getMessage() : call;
        var told = new FileFault(errno, title, subject.toString());
        told.initCause(fault);
        return told;
    }

    private static Errno errno(IOException fault) {
        return switch (fault) {
            case NoSuchFileException _ -> Errno.ENOENT;
            case FileAlreadyExistsException _ -> Errno.EEXIST;
            case DirectoryNotEmptyException _ -> Errno.ENOTEMPTY;
            case AccessDeniedException _ -> Errno.EACCES;
            case NotDirectoryException _ -> Errno.ENOTDIR;
            case NotLinkException _ -> Errno.EINVAL;
            case AtomicMoveNotSupportedException _ -> Errno.EXDEV;
            case ClosedByInterruptException _ -> Errno.EINTR;
            case FileSystemException known -> byWords(known.getReason());
            default -> byWords(fault.getMessage());
        };
    }

    private static Errno byWords(@Nullable String words) {
        return Optional.ofNullable(words).map(WORDS::get).orElse(Errno.OTHER);
    }
}
