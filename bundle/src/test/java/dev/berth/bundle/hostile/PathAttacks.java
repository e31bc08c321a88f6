package dev.berth.bundle.hostile;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Names that lead out, mean something else elsewhere, or meet another.
final class PathAttacks {
    private PathAttacks() {}

    static void list(Attacks to) {
        paths(to, "absolute path", "//etc/passwd", "//x");
        paths(to, "no slash in front", "x", "etc/passwd");
        paths(to, "parent", "/..", "/../x", "/../../x", "/../workspace/x");
        paths(to, "parent further down", "/a/../../x", "/dir/../../../x", "/a/..");
        paths(to, "dot", "/./x", "/.", "/a/./b");
        paths(to, "empty name", "/a//b", "/", "/x/", "//");
        paths(to, "NUL", "/a\0b", "/\0", "/a.txt\0.png");
        paths(to, "control character", "/a\nb", "/a\rb", "/\u001b[2Jx", "/a\u007fb", "/a\u009bb");
        paths(to, "backslash", "/..\\x", "/a\\b", "/\\\\host\\share", "/..\\..\\x/y");
        paths(to, "drive", "/C:", "/c:/x", "/Z:x", "/C:\\x");
        for (String device : List.of("CON", "prn", "Aux", "NUL", "COM1", "lpt9", "CONIN$")) {
            paths(to, "device", "/" + device, "/dir/" + device, "/" + device + "/x");
            paths(to, "device with an ending", "/" + device + ".txt", "/" + device + ".tar.gz");
            paths(to, "device with a stream", "/" + device + ":x", "/" + device + " .txt");
        }
        paths(to, "device in other digits", "/COM¹", "/lpt².txt", "/ＣＯＮ", "/COM０");
        paths(to, "dot at the end", "/x.", "/x...", "/dir./y", "/...");
        paths(to, "space at the end", "/x ", "/dir /y", "/ ");
        paths(to, "name too long", "/" + "x".repeat(256), "/" + "é".repeat(128));
        paths(to, "path too long", ("/" + "x".repeat(250)).repeat(17));
        paths(to, "too deep", "/d".repeat(129), "/d".repeat(2000));
        to.add(
                "not UTF-8",
                "Latin-1",
                forge -> {
                    forge.add(Part.file("/\u00e9", "x"));
                    forge.lineCharset = StandardCharsets.ISO_8859_1;
                });
        for (String bytes : List.of("\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00ff", "\u00c3")) {
            to.add(
                    "broken UTF-8",
                    String.valueOf((int) bytes.charAt(0)),
                    forge -> {
                        forge.add(Part.file("/x" + bytes, "x"));
                        forge.lineCharset = StandardCharsets.ISO_8859_1;
                    });
        }
        twins(to);
    }

    private static void twins(Attacks to) {
        twin(to, "twice", "/a.txt", "/a.txt");
        twin(to, "twice", "/new", "/new");
        twin(to, "case twin", "/A.txt", "/a.TXT");
        twin(to, "case twin", "/Readme", "/README");
        twin(to, "case twin of a folder", "/Folder/x", "/folder/y");
        twin(to, "case twin of a folder", "/deep/One/x", "/deep/one/x");
        twin(to, "case twin of file and folder", "/Thing", "/thing/x");
        twin(to, "composed and decomposed", "/caf\u00e9", "/cafe\u0301");
        twin(to, "composed and decomposed", "/\u1e9b\u0323", "/\u017f\u0323\u0307");
        twin(to, "folder composed and decomposed", "/\u00e9/x", "/e\u0301/y");
        twin(to, "sharp s", "/stra\u00dfe", "/STRASSE");
        twin(to, "capital sharp s", "/\u1e9e", "/ss");
        twin(to, "capital sharp s", "/stra\u1e9ee", "/stra\u00dfe");
        twin(to, "long s", "/\u017fecret", "/Secret");
        twin(to, "Kelvin", "/\u212a", "/k");
        twin(to, "Greek sigma", "/\u03c3\u03c2", "/\u03a3\u03a3");
        twin(to, "ligature", "/\ufb01le", "/FILE");
        twin(to, "invisible character", "/ab", "/a\u200db");
        twin(to, "invisible character", "/ab", "/a\u200bb");
        twin(to, "invisible character", "/ab", "/\ufeffab");
        twin(to, "invisible character", "/ab", "/a\u00adb");
        twin(to, "below a file", "/f", "/f/x");
        twin(to, "below a file", "/a.txt/x", "/q");
        twin(to, "below a file", "/f", "/f/x/y/z");
        to.add(
                "below an empty folder",
                "one",
                forge -> forge.add(Part.folder("/hole")).add(Part.file("/hole/x", "x")));
        to.add(
                "folder twice",
                "one",
                forge -> forge.add(Part.folder("/hole")).add(Part.folder("/hole")));
        to.add(
                "folder with bytes",
                "one",
                forge -> {
                    var part = new Part("workspace", "/hole", Part.FOLDER, new byte[] {1});
                    forge.add(part);
                });
    }

    private static void twin(Attacks to, String kind, String one, String other) {
        to.add(
                kind,
                shown(one) + " and " + shown(other),
                forge -> forge.add(Part.file(one, "1")).add(Part.file(other, "2")));
    }

    static void paths(Attacks to, String kind, String... paths) {
        for (String path : paths) to.part(kind, shown(path), Part.file(path, "x"));
    }

    static String shown(String text) {
        var shown = new StringBuilder();
        for (char c : text.substring(0, Math.min(40, text.length())).toCharArray()) {
            if (c < 0x20 || c > 0x7e) shown.append("<%x>".formatted((int) c));
            else shown.append(c);
        }
        return shown.toString();
    }
}
