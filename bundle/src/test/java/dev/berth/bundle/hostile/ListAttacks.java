package dev.berth.bundle.hostile;

import java.util.Collections;
import java.util.List;

/// Lists of files that can be read in more than one way.
final class ListAttacks {
    private ListAttacks() {}

    static void list(Attacks to) {
        to.add(
                "list out of order",
                "one",
                f -> {
                    f.sorted = false;
                    f.parts.reversed().forEach(part -> part.line = text -> text);
                    Collections.reverse(f.parts);
                });
        to.add(
                "volumes out of order",
                "one",
                f -> {
                    f.privateIncluded = true;
                    f.sorted = false;
                    f.add(new Part("memory", "/x", Part.FILE, new byte[] {1}));
                });
        to.add("line too many", "one", f -> f.lines = text -> text + "{}\n");
        to.add("line too many", "same", f -> f.lines = text -> text + text);
        to.add(
                "line too few",
                "one",
                f -> f.lines = text -> text.substring(text.indexOf('\n') + 1));
        to.add("empty line", "front", f -> f.lines = text -> "\n" + text);
        to.add("empty line", "end", f -> f.lines = text -> text + "\n");
        to.add("no line end", "last", f -> f.lines = String::strip);
        to.add("no line end", "any", f -> f.lines = text -> text.replace("\n", ""));
        to.add("other line ends", "one", f -> f.lines = text -> text.replace("\n", "\r\n"));
        to.add("endless line", "one", f -> f.lines = text -> "x".repeat(1 << 20) + text);
        to.add("empty list", "one", f -> f.lines = _ -> "");
        for (String[] change :
                new String[][] {
                    {"{\"path\"", "{ \"path\""},
                    {"\"path\":", "\"path\" :"},
                    {"/a.txt", "/\\u0061.txt"},
                    {"/a.txt", "\\/a.txt"},
                    {"\"mode\":33188", "\"mode\":33188.0"},
                    {"\"mode\":33188", "\"mode\":\"33188\""},
                    {"\"mode\":33188", "\"mode\":420"},
                    {"\"size\":5", "\"size\":+5"},
                    {"\"size\":5", "\"size\":5,\"size\":5"},
                    {"\"mtime_ns\":1", "\"mtime_ns\":01"},
                    {"\"mtime_ns\":1", "\"mtime_ns\":--1"},
                    {"\"mtime_ns\":1700000000000000000", "\"mtime_ns\":99999999999999999999"},
                    {"\"volume\":\"workspace\"", "\"volume\":\"Workspace\""},
                    {"\"volume\":\"workspace\"", "\"volume\":\"cache\""},
                    {"\"volume\":\"workspace\"", "\"volume\":\"../x\""},
                    {"\"sha256\":\"", "\"sha256\":\"A"},
                    {"}\n", ",\"more\":1}\n"},
                    {"}\n", "}\n "},
                    {"}\n", "}}\n"}
                }) {
            to.add(
                    "line written in another way",
                    change[1].strip(),
                    f -> f.part(0).line = text -> text.replace(change[0], change[1]));
        }
        for (int mode : new int[] {0, 8624, 4480, 49645, 24996, 35309, 57344, 33279, 420, -1}) {
            to.part(
                    "mode of no file",
                    "" + mode,
                    new Part("workspace", "/m", mode, new byte[] {1}));
        }
        for (String hash : List.of("", "0", "G".repeat(64), "0".repeat(63), "0".repeat(65))) {
            to.add("hash that is no hash", hash, f -> f.part(0).hash = hash);
        }
    }
}
