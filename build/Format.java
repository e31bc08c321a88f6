import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Formats every Java source of the project, or says which ones are not formatted.
public final class Format {
    public static void main(String[] arguments) throws Exception {
        boolean apply = arguments[0].equals("apply");
        var formatter = new Formatter(JavaFormatterOptions.builder().style(Style.AOSP).build());
        var unformatted = new ArrayList<Path>();
        for (Path source : sources()) {
            String before = Files.readString(source);
            String after =
                    formatter.formatSource(
                            ImportOrderer.reorderImports(
                                    RemoveUnusedImports.removeUnusedImports(before), Style.AOSP));
            if (after.equals(before)) continue;
            unformatted.add(source);
            if (apply) Files.writeString(source, after);
        }
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
