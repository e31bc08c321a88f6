import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Formats every Java source of the project, or says which ones are not formatted.
public final class Format {
    /// What was found in order and has not changed since is not looked at again: half a minute
    /// saved.
    private static final Path SEEN = Path.of("target/formatted.txt");

    public static void main(String[] arguments) throws Exception {
        boolean apply = arguments[0].equals("apply");
        var formatter = new Formatter(JavaFormatterOptions.builder().style(Style.AOSP).build());
        var unformatted = new ArrayList<Path>();
        Set<String> known = Files.exists(SEEN) ? Set.copyOf(Files.readAllLines(SEEN)) : Set.of();
        var seen = new ArrayList<String>();
        for (Path source : sources()) {
            String facts =
                    source + " " + Files.size(source) + " " + Files.getLastModifiedTime(source);
            if (known.contains(facts)) {
                seen.add(facts);
                continue;
            }
            String before = Files.readString(source);
            String after =
                    formatter.formatSource(
                            ImportOrderer.reorderImports(
                                    RemoveUnusedImports.removeUnusedImports(before), Style.AOSP));
            if (after.equals(before)) {
                seen.add(facts);
                continue;
            }
            unformatted.add(source);
            if (apply) Files.writeString(source, after);
        }
        Files.createDirectories(SEEN.getParent());
        Files.write(SEEN, seen);
        if (apply || unformatted.isEmpty()) return;
        unformatted.forEach(source -> System.err.println("not formatted: " + source));
        System.err.println("run: mvn -N validate -Dformat=apply");
        System.exit(1);
    }

    private static List<Path> sources() throws Exception {
        try (var paths = Files.walk(Path.of(""))) {
            return paths.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !("/" + path).contains("/target/"))
                    .sorted()
                    .toList();
        }
    }
}
