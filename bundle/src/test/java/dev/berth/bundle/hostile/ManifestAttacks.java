package dev.berth.bundle.hostile;

import dev.berth.durable.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/// Manifests that lie, or are none.
final class ManifestAttacks {
    private static final List<String> FIELDS =
            List.of(
                    "id",
                    "format",
                    "volumes",
                    "signed",
                    "private_included",
                    "created",
                    "files_sha256",
                    "file_count",
                    "total_bytes",
                    "git_included",
                    "secret_scan",
                    "producer");

    private ManifestAttacks() {}

    static void list(Attacks to) {
        for (String format : List.of("wbundle/2", "wbundle/0", "wbundle", "", "WBUNDLE/1", "zip")) {
            to.add("unknown format", format, f -> f.set("format", Json.text(format)));
        }
        for (String field : FIELDS) {
            to.add("missing field", field, f -> f.withoutFields.add(field));
            to.add("field of another type", field, f -> f.set(field, Json.array(List.of())));
            to.add("field that is null", field, f -> f.set(field, new Json.Null()));
        }
        to.add("unknown field", "one", f -> f.set("trust_me", new Json.Bool(true)));
        to.add("unknown field", "signer of an unsigned one", f -> f.set("signer", Json.text("x")));
        to.add("field twice", "one", f -> f.manifestBytes = replaced("{", "{\"signed\": false,"));
        to.add("not JSON", "text", f -> f.manifestBytes = _ -> bytes("hello"));
        to.add("not JSON", "empty", f -> f.manifestBytes = _ -> new byte[0]);
        to.add("not JSON", "list", f -> f.manifestBytes = _ -> bytes("[]"));
        to.add("not JSON", "more behind", f -> f.manifestBytes = all -> ZipAttacks.join(all, all));
        to.add(
                "not JSON",
                "mark in front",
                f -> f.manifestBytes = all -> ZipAttacks.join(bytes("\ufeff"), all));
        to.add("not JSON", "deep", f -> f.manifestBytes = _ -> bytes("[".repeat(60_000)));
        to.add("manifest too large", "one", f -> f.set("producer", Json.text("x".repeat(70_000))));
        to.add(
                "manifest too large",
                "producer",
                f -> f.set("producer", Json.text("x".repeat(201))));
        for (String volume : List.of("memory", "tmp")) {
            to.part(
                    "private file, and it says none",
                    volume,
                    new Part(volume, "/x", Part.FILE, bytes("secret")));
            to.add(
                    "private file, and only one field says so",
                    volume,
                    f -> {
                        f.add(new Part(volume, "/x", Part.FILE, bytes("secret")));
                        f.set("volumes", Json.texts(List.of("workspace", "memory", "tmp")));
                    });
            to.add(
                    "private file, and only one field says so",
                    volume + " the other way",
                    f -> {
                        f.add(new Part(volume, "/x", Part.FILE, bytes("secret")));
                        f.set("private_included", new Json.Bool(true));
                    });
        }
        for (var volumes :
                List.of(
                        List.<String>of(),
                        List.of("memory"),
                        List.of("workspace", "memory"),
                        List.of("workspace", "workspace"),
                        List.of("tmp", "memory", "workspace"),
                        List.of("workspace", "etc"))) {
            to.add("other volumes", volumes.toString(), f -> f.set("volumes", Json.texts(volumes)));
        }
        to.add("another id", "one", f -> f.set("id", Json.text("ship-0000000000000000")));
        to.add("another id", "path", f -> f.set("id", Json.text("../../x")));
        for (long off : new long[] {-1, 1, 1_000_000_000}) {
            to.add(
                    "another count of files",
                    "" + off,
                    f -> f.set("file_count", Json.number(4 + off)));
            to.add(
                    "another sum of bytes",
                    "" + off,
                    f -> f.set("total_bytes", Json.number(18 + off)));
            to.add(
                    "another time",
                    "" + off,
                    f -> f.set("created", Json.number(1_700_000_000 + off)));
        }
        to.add(
                "another hash of the list",
                "one",
                f -> f.set("files_sha256", Json.text("0".repeat(64))));
        to.add("another hash of the list", "short", f -> f.set("files_sha256", Json.text("0")));
        to.add("unknown scan", "one", f -> f.set("secret_scan", Json.text("trusted")));
    }

    private static UnaryOperator<byte[]> replaced(String from, String to) {
        return all ->
                bytes(new String(all, StandardCharsets.UTF_8).replaceFirst("\\" + from, "\\" + to));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
