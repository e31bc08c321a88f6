package dev.berth.server.files;

import dev.berth.durable.Name;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// What files are called towards a browser. The few kinds that can do nothing there are shown; text
/// that could is shown as plain text; everything else is to be saved.
final class ContentTypes {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String ANY = "application/octet-stream";

    private static final Map<String, String> KNOWN =
            Map.ofEntries(
                    Map.entry("json", "application/json"),
                    Map.entry("png", "image/png"),
                    Map.entry("jpg", "image/jpeg"),
                    Map.entry("jpeg", "image/jpeg"),
                    Map.entry("gif", "image/gif"),
                    Map.entry("webp", "image/webp"),
                    Map.entry("pdf", "application/pdf"),
                    Map.entry("zip", "application/zip"),
                    Map.entry("gz", "application/gzip"),
                    Map.entry("tar", "application/x-tar"));

    private static final String[] TEXTS = {
        "txt",
        "md",
        "org",
        "log",
        "csv",
        "tsv",
        "xml",
        "html",
        "htm",
        "svg",
        "css",
        "js",
        "mjs",
        "ts",
        "tsx",
        "jsx",
        "java",
        "kt",
        "py",
        "rb",
        "go",
        "rs",
        "c",
        "h",
        "cc",
        "cpp",
        "hpp",
        "cs",
        "sh",
        "bash",
        "zsh",
        "fish",
        "sql",
        "yaml",
        "yml",
        "toml",
        "ini",
        "properties",
        "diff",
        "patch",
        "jsonl",
        "gradle",
        "lock"
    };

    private ContentTypes() {}

    static String of(Name name) {
        String ending = ending(name);
        for (String text : TEXTS) {
            if (text.equals(ending)) return TEXT;
        }
        return KNOWN.getOrDefault(ending, ANY);
    }

    private static String ending(Name name) {
        String text = name.toString();
        int dot = text.lastIndexOf('.');
        return dot < 0 ? "" : text.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    /// To be saved under its name, unless it may be shown.
    static String disposition(Name name) {
        String type = of(name);
        boolean shown = type.equals(TEXT) || type.startsWith("image/");
        return disposition(shown ? "inline" : "attachment", name);
    }

    static String attachment(Name name) {
        return disposition("attachment", name);
    }

    private static String disposition(String how, Name name) {
        var plain = new StringBuilder();
        var encoded = new StringBuilder();
        for (byte b : name.text().orElseGet(name::toString).getBytes(StandardCharsets.UTF_8)) {
            boolean safe =
                    (b >= '0' && b <= '9')
                            || (b >= 'A' && b <= 'Z')
                            || (b >= 'a' && b <= 'z')
                            || b == '.'
                            || b == '-'
                            || b == '_';
            plain.append(safe ? (char) b : '_');
            encoded.append(safe ? String.valueOf((char) b) : "%%%02X".formatted(b & 0xff));
        }
        return "%s; filename=\"%s\"; filename*=UTF-8''%s".formatted(how, plain, encoded);
    }
}
