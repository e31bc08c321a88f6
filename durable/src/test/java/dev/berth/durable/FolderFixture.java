package dev.berth.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// What the parts of the contract share: an open, empty folder, and short words for common steps.
public interface FolderFixture {
    FileLayer layer();

    Path place();

    Folder folder();

    /// Whether names and link targets may be any bytes; else only UTF-8.
    default boolean namesAreBytes() {
        return true;
    }

    /// Whether times before 1970 are kept to the nanosecond; else they are refused.
    default boolean keepsTimesBefore1970() {
        return true;
    }

    default void put(String name, String content) throws FileFault {
        put(folder(), name, content);
    }

    static void put(Folder folder, String name, String content) throws FileFault {
        try (var file = folder.create(Name.of(name), 0644)) {
            file.writeFully(bytes(content), 0);
        }
    }

    default String content(String name) throws FileFault {
        return content(folder(), Name.of(name));
    }

    static String content(Folder folder, Name name) throws FileFault {
        try (var file = folder.read(name)) {
            return new String(file.readAll(1 << 20), StandardCharsets.UTF_8);
        }
    }

    default FileStat facts(String name) throws FileFault {
        return folder().stat(Name.of(name)).orElseThrow();
    }

    default List<String> names() throws FileFault {
        return names(folder());
    }

    static List<String> names(Folder folder) throws FileFault {
        return folder.list().stream()
                .map(Folder.Entry::name)
                .sorted(Comparator.naturalOrder())
                .map(Name::toString)
                .toList();
    }

    static MemorySegment bytes(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
    }

    static Name raw(int... bytes) {
        var name = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) name[i] = (byte) bytes[i];
        return Name.parse(name).orElseThrow();
    }

    static void refused(Errno errno, ThrowingCallable attempt) {
        assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        FileFault.class, fault -> assertThat(fault.errno()).isEqualTo(errno));
    }
}
