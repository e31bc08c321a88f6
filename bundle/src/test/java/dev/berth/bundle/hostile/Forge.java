package dev.berth.bundle.hostile;

import dev.berth.bundle.Documents;
import dev.berth.bundle.signing.SigningKey;
import dev.berth.bundle.zip.Ending;
import dev.berth.bundle.zip.Member.Method;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Writes bundles, honest ones and others: each layer can be told to lie.
final class Forge {
    final List<Part> parts = new ArrayList<>();
    final Map<String, Json> fields = new LinkedHashMap<>();
    final List<String> withoutFields = new ArrayList<>();
    boolean sorted = true;
    boolean privateIncluded;
    boolean gitIncluded;
    Charset lineCharset = StandardCharsets.UTF_8;
    UnaryOperator<String> lines = text -> text;
    UnaryOperator<byte[]> listBytes = bytes -> bytes;
    UnaryOperator<byte[]> manifestBytes = bytes -> bytes;
    UnaryOperator<byte[]> whole = bytes -> bytes;
    UnaryOperator<List<Part>> zipOrder = order -> order;
    UnaryOperator<Ending> ending = end -> end;
    UnaryOperator<byte[]> endingBytes = bytes -> bytes;
    Optional<SigningKey> key = Optional.empty();
    UnaryOperator<byte[]> signature = bytes -> bytes;
    boolean withSignature = true;

    /// Two files, a link and an empty folder, as anybody might send.
    static Forge honest() {
        var forge = new Forge();
        forge.parts.add(Part.file("/a.txt", "hello"));
        forge.parts.add(Part.file("/dir/b.txt", "more"));
        forge.parts.add(Part.folder("/empty"));
        forge.parts.add(Part.link("/zlink", "dir/b.txt"));
        return forge;
    }

    Forge add(Part part) {
        parts.add(part);
        return this;
    }

    Forge set(String field, Json value) {
        fields.put(field, value);
        return this;
    }

    Part part(int index) {
        return parts.get(index);
    }

    byte[] build() {
        var listed = new ArrayList<>(parts);
        if (sorted) listed.sort(Comparator.comparing(Forge::key, Arrays::compareUnsigned));
        var text = new StringBuilder();
        for (var part : listed) if (part.inList) text.append(part.text());
        byte[] list = listBytes.apply(lines.apply(text.toString()).getBytes(lineCharset));
        byte[] manifest = manifestBytes.apply(manifest(list, listed));
        var members = new ArrayList<Part>();
        members.add(document(Documents.MANIFEST, manifest));
        members.add(document(Documents.FILES, list));
        for (var part : listed) if (part.inZip) members.add(part);
        if (key.isPresent() && withSignature) {
            members.add(document(Documents.SIGNATURE, signature.apply(key.get().sign(manifest))));
        }
        return whole.apply(zip(zipOrder.apply(members)));
    }

    private byte[] zip(List<Part> members) {
        var out = new ByteArrayOutputStream();
        var directory = new ByteArrayOutputStream();
        for (var part : members) {
            var member = part.member(out.size() + part.shift);
            out.writeBytes(part.local.apply(member.local()));
            out.writeBytes(part.packed);
            directory.writeBytes(part.central.apply(member.central()));
        }
        long offset = out.size();
        out.writeBytes(directory.toByteArray());
        var end = ending.apply(new Ending(members.size(), directory.size(), offset));
        out.writeBytes(endingBytes.apply(end.bytes()));
        return out.toByteArray();
    }

    private byte[] manifest(byte[] list, List<Part> listed) {
        var all = new LinkedHashMap<String, Json>();
        String hash = ContentHash.of(list).hex();
        all.put("id", Json.text("ship-" + hash.substring(0, 16)));
        all.put("format", Json.text("wbundle/1"));
        var volumes =
                privateIncluded ? List.of("workspace", "memory", "tmp") : List.of("workspace");
        all.put("volumes", Json.texts(volumes));
        all.put("signed", new Json.Bool(key.isPresent()));
        all.put("private_included", new Json.Bool(privateIncluded));
        all.put("created", Json.number(1_700_000_000));
        all.put("files_sha256", Json.text(hash));
        all.put("file_count", Json.number(listed.stream().filter(one -> one.inList).count()));
        long total = 0;
        for (var part : listed) {
            if (part.inList && part.listedSize.matches("[0-9]{1,15}")) {
                total += Long.parseLong(part.listedSize);
            }
        }
        all.put("total_bytes", Json.number(total));
        all.put("git_included", new Json.Bool(gitIncluded));
        all.put("secret_scan", Json.text("clean"));
        all.put("producer", Json.text("forge"));
        key.ifPresent(
                by ->
                        all.put(
                                "signer",
                                Json.object()
                                        .put("key_id", by.verifyKey().id())
                                        .put("public_key", by.verifyKey().text())
                                        .build()));
        all.putAll(fields);
        withoutFields.forEach(all::remove);
        return new Json.Obj(all).file();
    }

    static Part document(String name, byte[] bytes) {
        var part = new Part("", "/" + name, Part.FILE, bytes);
        part.zipName = name;
        part.method = Method.STORED;
        return part;
    }

    private static byte[] key(Part part) {
        return (part.volume + part.path).getBytes(StandardCharsets.UTF_8);
    }
}
