package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.ContentHash;
import dev.berth.server.Running.Reply;
import dev.berth.session.catalog.Access.Scope;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@DisplayName("Files over HTTP")
@TestInstance(Lifecycle.PER_CLASS)
class FilesTest {
    private Running running;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        running = new Running(folder);
    }

    @AfterAll
    void stop() {
        running.close();
        assertThat(running.bugs).isEmpty();
    }

    private Reply put(String address, String text, String... headers) throws Exception {
        return send("PUT", address, text, headers);
    }

    private Reply send(String method, String address, String text, String... headers)
            throws Exception {
        var request =
                running.request(address)
                        .method(method, BodyPublishers.ofString(text))
                        .header("Authorization", "Bearer " + running.all);
        if (headers.length > 0) request.headers(headers);
        return running.send(request.build());
    }

    private static String tag(String text) {
        return "\"" + ContentHash.of(text.getBytes(StandardCharsets.UTF_8)).hex() + "\"";
    }

    private static List<String> names(Reply reply) throws Exception {
        return reply.list("entries").stream().map(entry -> Running.text(entry, "name")).toList();
    }

    @Test
    void areWrittenReadListedAndRemovedInEveryState() throws Exception {
        String one = running.workspace();
        for (String verb : List.of("", "messages?wait=60", "suspend", "resume")) {
            String body = verb.startsWith("messages") ? "{\"text\":\"true\"}" : "";
            if (!verb.isEmpty()) running.post(one + "/" + verb, body);
            var made = put(one + "/files/a/b%20c.txt", "hello");
            assertThat(made.status()).as(verb).isEqualTo(201);
            assertThat(made.header("ETag")).contains(tag("hello"));
            assertThat(put(one + "/files/a/b%20c.txt", "hello").status()).isEqualTo(200);
            assertThat(names(running.get(one + "/files"))).containsExactly("a");
            var listed = running.get(one + "/files/a");
            assertThat(names(listed)).containsExactly("b c.txt");
            var entry = listed.list("entries").getFirst();
            assertThat(Running.text(entry, "type")).isEqualTo("file");
            assertThat(entry.fields()).containsOnlyKeys("name", "type", "size", "mtime");
            var read = running.get(one + "/files/a/b%20c.txt");
            assertThat(read.status()).isEqualTo(200);
            assertThat(read.body()).isEqualTo("hello");
            assertThat(read.header("ETag")).contains(tag("hello"));
            assertThat(read.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(send("DELETE", one + "/files/a", "").status()).isEqualTo(409);
            assertThat(send("DELETE", one + "/files/a?recursive=true", "").status()).isEqualTo(204);
            assertThat(send("DELETE", one + "/files/a", "").status()).isEqualTo(404);
            assertThat(running.get(one + "/files/a").status()).isEqualTo(404);
        }
        put(one + "/files/kept", "kept");
        running.post(one + "/terminate", "");
        assertThat(running.get(one + "/files/kept").body()).isEqualTo("kept");
        assertThat(put(one + "/files/kept", "x").status()).isEqualTo(409);
        assertThat(send("DELETE", one + "/files/kept", "").status()).isEqualTo(409);
    }

    @Test
    void areChangedOnConditions() throws Exception {
        String file = running.workspace() + "/files/f";
        assertThat(put(file, "x", "If-Match", "*").status()).isEqualTo(412);
        assertThat(put(file, "one", "If-None-Match", "*").status()).isEqualTo(201);
        var taken = put(file, "two", "If-None-Match", "*");
        assertThat(taken.status()).isEqualTo(412);
        assertThat(taken.text("type")).isEqualTo("urn:berth:conflict");
        assertThat(put(file, "two", "If-Match", tag("other")).status()).isEqualTo(412);
        assertThat(put(file, "two", "If-Match", "W/" + tag("one")).status()).isEqualTo(412);
        assertThat(put(file, "two", "If-Match", "\"x").status()).isEqualTo(400);
        var both = put(file, "two", "If-Match", tag("one"), "If-None-Match", "*");
        assertThat(both.status()).isEqualTo(400);
        assertThat(put(file, "two", "If-Match", "\"old\", " + tag("one")).status()).isEqualTo(200);
        assertThat(running.get(file).body()).isEqualTo("two");
        assertThat(send("DELETE", file, "", "If-Match", tag("one")).status()).isEqualTo(412);
        assertThat(send("DELETE", file, "", "If-Match", tag("two")).status()).isEqualTo(204);
    }

    @Test
    void areReadOnConditionsAndInParts() throws Exception {
        String file = running.workspace() + "/files/f.bin";
        put(file, "0123456789");
        var same = send("GET", file, "", "If-None-Match", "W/" + tag("0123456789"));
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.header("ETag")).contains(tag("0123456789"));
        assertThat(same.body()).isEmpty();
        assertThat(send("GET", file, "", "If-Match", tag("x")).status()).isEqualTo(412);
        var part = send("GET", file, "", "Range", "bytes=2-4");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("234");
        assertThat(part.header("Content-Range")).contains("bytes 2-4/10");
        assertThat(send("GET", file, "", "Range", "bytes=7-").body()).isEqualTo("789");
        assertThat(send("GET", file, "", "Range", "bytes=-3").body()).isEqualTo("789");
        assertThat(send("GET", file, "", "Range", "bytes=5-99").body()).isEqualTo("56789");
        String huge = "9".repeat(30);
        assertThat(send("GET", file, "", "Range", "bytes=5-" + huge).body()).isEqualTo("56789");
        assertThat(send("GET", file, "", "Range", "bytes=-" + huge).status()).isEqualTo(206);
        assertThat(send("GET", file, "", "Range", "bytes=" + huge + "-").status()).isEqualTo(416);
        var beyond = send("GET", file, "", "Range", "bytes=10-");
        assertThat(beyond.status()).isEqualTo(416);
        assertThat(beyond.header("Content-Range")).contains("bytes */10");
        for (String odd : List.of("bytes=4-2", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5")) {
            assertThat(send("GET", file, "", "Range", odd).status()).as(odd).isEqualTo(200);
        }
        String range = "bytes=0-0";
        var fresh = send("GET", file, "", "Range", range, "If-Range", tag("0123456789"));
        assertThat(fresh.status()).isEqualTo(206);
        var stale = send("GET", file, "", "Range", range, "If-Range", tag("other"));
        assertThat(stale.status()).isEqualTo(200);
        var head = send("HEAD", file, "");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).contains("10");
        assertThat(head.body()).isEmpty();
    }

    @Test
    void areAddressedStrictly() throws Exception {
        String files = running.workspace() + "/files";
        for (String path :
                List.of(
                        "/a//b",
                        "/%2e%2e/x",
                        "/a/%2e%2e/x",
                        "/.",
                        "/a%2Fb",
                        "/%2Fetc%2Fpasswd",
                        "/a%00b",
                        "/%ff",
                        "/%C0%AE%C0%AE/x",
                        "/" + "n".repeat(256))) {
            requireRefused(files + path);
            assertThat(running.get(files + path).status()).as(path).isEqualTo(400);
        }
        assertThat(names(running.get(files))).isEmpty();
        assertThat(put(files + "/%E2%82%AC%25%5C%3F", "odd").status()).isEqualTo(201);
        assertThat(names(running.get(files))).containsExactly("€%\\?");
        assertThat(running.get(files + "/%E2%82%AC%25%5C%3F").body()).isEqualTo("odd");
        assertThat(put(files, "x").status()).isEqualTo(405);
        assertThat(running.get(files + "?volume=nope").status()).isEqualTo(400);
    }

    private void requireRefused(String path) throws Exception {
        try {
            assertThat(put(path, "x").status()).as(path).isEqualTo(400);
        } catch (IOException closed) {
            // An address that is none is refused before its body has come: where that is still on
            // its way, the answer may be lost with the connection.
            assertThat(closed).hasMessageMatching(".*(no bytes|reset|closed|GOAWAY).*");
        }
    }

    @Test
    void ofOtherVolumesNeedAScopeOfTheirOwn() throws Exception {
        String one = running.workspace();
        String usual = running.token(Running.OURS, Scope.READ, Scope.WRITE);
        assertThat(put(one + "/files/m?volume=memory", "m").status()).isEqualTo(201);
        // One that was never awake cannot be resumed.
        assertThat(put(one + "/files/m?volume=tmp", "m").text("next")).contains("a message first");
        for (String volume : List.of("memory", "tmp")) {
            String at = one + "/files/m?volume=" + volume;
            for (String method : List.of("GET", "PUT", "DELETE")) {
                assertThat(running.call(method, at, usual, "").status()).isEqualTo(403);
            }
        }
        assertThat(running.call("GET", one + "/files?volume=workspace", usual, "").status())
                .isEqualTo(200);
        var events = running.call("GET", one + "/events", usual, "").body();
        assertThat(events).contains("\"volume\":\"memory\"").doesNotContain("\"m\"");
    }

    @Test
    void overTheQuotaAreRefused() throws Exception {
        String id =
                running.post("/v1/workspaces", "{\"agent\":\"shell\",\"quota_mb\":1}")
                        .text("session_id");
        String file = "/v1/workspaces/" + id + "/files/f";
        var refused = put(file, "x".repeat(1_048_577));
        assertThat(refused.status()).isEqualTo(507);
        assertThat(refused.text("type")).isEqualTo("urn:berth:over-quota");
        assertThat(put(file, "x".repeat(1_048_576)).status()).isEqualTo(201);
    }

    @Test
    void overTheQuotaAreRefusedWhileTheyAreStillSent() throws Exception {
        String id =
                running.post("/v1/workspaces", "{\"agent\":\"shell\",\"quota_mb\":1}")
                        .text("session_id");
        byte[] all = new byte[48 << 20];
        for (int round = 0; round < 3; round++) {
            var request =
                    running.request("/v1/workspaces/" + id + "/files/f")
                            .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(all)))
                            .header("Authorization", "Bearer " + running.all);
            assertThat(running.send(request.build()).status()).isEqualTo(507);
        }
    }

    @Test
    void haveTheNamesThatTheirSendersGaveThemOrNone() throws Exception {
        String one = running.workspace();
        String exact = "filename*=UTF-8''%22q%22";
        String sent = part("NAME", "x").replace("filename=\"NAME\"", exact);
        assertThat(upload(one, sent + "--B--\r\n").status()).isEqualTo(200);
        String other = part("NAME", "x").replace("filename=\"NAME\"", "filename*=UTF-8''%ff");
        var refused = upload(one, part("whole", "x") + other + "--B--\r\n");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("not UTF-8");
        assertThat(running.get(one + "/files").list("entries"))
                .extracting(entry -> Running.text(entry, "name"))
                .containsExactly("\"q\"");
    }

    @Test
    void stayExecutable() throws Exception {
        String one = running.workspace();
        put(one + "/files/plain", "x");
        assertThat(put(one + "/files/bin/run", "x", "Berth-Executable", "true").status())
                .isEqualTo(201);
        String sent = part("up", "x").replace("\r\n\r\n", "\r\nBerth-Executable: true\r\n\r\n");
        assertThat(upload(one, sent + part("down", "x") + "--B--\r\n").status()).isEqualTo(200);
        assertThat(put(one + "/files/up", "kept").status()).isEqualTo(200);
        for (String state : List.of("resume", "suspend")) {
            running.post(one + "/" + state, "");
            for (var entry : running.get(one + "/files").list("entries")) {
                boolean expected = Running.text(entry, "name").equals("up");
                assertThat(entry.fields().containsKey("executable")).isEqualTo(expected);
            }
            assertThat(running.get(one + "/files/bin/run").header("Berth-Executable"))
                    .contains("true");
            assertThat(running.get(one + "/files/plain").header("Berth-Executable")).isEmpty();
        }
    }

    @Test
    void canDoNothingInABrowser() throws Exception {
        String files = running.workspace() + "/files/";
        put(files + "page.html", "<script>alert(1)</script>");
        put(files + "what.ever", "x");
        var page = running.get(files + "page.html");
        assertThat(page.header("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(page.header("Content-Security-Policy").orElse("")).contains("sandbox");
        var other = running.get(files + "what.ever");
        assertThat(other.header("Content-Type")).contains("application/octet-stream");
        assertThat(other.header("Content-Disposition").orElse("")).startsWith("attachment");
        assertThat(page.header("Access-Control-Allow-Origin")).isEqualTo(Optional.empty());
    }

    @Test
    void areFoundByName() throws Exception {
        String files = running.workspace() + "/files";
        for (String name : List.of("Readme.md", "src/main.c", "src/main/readme.txt")) {
            put(files + "/" + name, "x");
        }
        var found = running.get(files + "?q=readme");
        assertThat(paths(found)).containsExactly("Readme.md", "src/main/readme.txt");
        assertThat(names(found)).containsExactly("Readme.md", "readme.txt");
        assertThat(paths(running.get(files + "/src?q=*.c"))).containsExactly("src/main.c");
        assertThat(paths(running.get(files + "?q=main"))).containsExactly("src/main", "src/main.c");
        assertThat(running.get(files + "?q=").status()).isEqualTo(400);
        assertThat(running.get(files + "/nothing?q=x").status()).isEqualTo(404);
        assertThat(running.get(files + "/Readme.md?q=x").status()).isEqualTo(422);
    }

    private static List<String> paths(Reply reply) throws Exception {
        return reply.list("entries").stream().map(entry -> Running.text(entry, "path")).toList();
    }

    @Test
    void ofAFolderAreSentAsOneArchive(@TempDir Path folder) throws Exception {
        String one = running.workspace();
        String script =
                "mkdir -p src/deep; echo a > src/a.txt; ln -s a.txt src/l; echo x > src/run; "
                        + "chmod +x src/run; printf é > src/deep/é; mkdir src/empty; echo no > outside; "
                        + "touch src/"
                        + "n".repeat(150);
        running.post(one + "/messages?wait=60", "{\"text\":\"" + script + "\"}");
        for (String state : List.of("resume", "suspend")) {
            running.post(one + "/" + state, "");
            for (String format : List.of("zip", "tar")) {
                var into = folder.resolve(state + format);
                Files.createDirectories(into);
                var file = into.resolve("x." + format);
                Files.write(file, bytes(one + "/files/src?archive=" + format));
                unpack(format, file, into);
                assertThat(into.resolve("a.txt")).hasContent("a\n");
                assertThat(Files.readSymbolicLink(into.resolve("l"))).hasToString("a.txt");
                assertThat(into.resolve("run")).isExecutable();
                assertThat(into.resolve("deep/é")).hasContent("é");
                assertThat(into.resolve("empty")).isEmptyDirectory();
                assertThat(into.resolve("n".repeat(150))).isEmptyFile();
                assertThat(into.resolve("outside")).doesNotExist();
            }
        }
        assertThat(running.get(one + "/files?archive=rar").status()).isEqualTo(400);
        assertThat(running.get(one + "/files/outside?archive=zip").status()).isEqualTo(422);
        assertThat(running.get(one + "/files/nothing?archive=zip").status()).isEqualTo(404);
        assertThat(running.get(one + "/files?archive=zip&q=x").status()).isEqualTo(400);
    }

    private byte[] bytes(String address) throws Exception {
        var request = running.request(address).header("Authorization", "Bearer " + running.all);
        var answer = running.client().send(request.build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static void unpack(String format, Path file, Path into) throws Exception {
        var command =
                format.equals("zip")
                        ? List.of("unzip", "-q", file.toString())
                        : List.of("tar", "-xf", file.toString());
        var builder = new ProcessBuilder(command).directory(into.toFile()).inheritIO();
        builder.environment().put("LC_ALL", "C.UTF-8");
        assertThat(builder.start().waitFor()).isZero();
    }

    private static String part(String filename, String text) {
        return "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\""
                + filename
                + "\"\r\n\r\n"
                + text
                + "\r\n";
    }

    private Reply upload(String one, String body) throws Exception {
        return send(
                "POST", one + "/upload", body, "Content-Type", "multipart/form-data; boundary=B");
    }

    @Test
    void areUploadedTogetherOrNotAtAll() throws Exception {
        String one = running.workspace();
        var done = upload(one, part("a/ü.txt", "one") + part("b", "two") + "--B--\r\n");
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        assertThat(done.list("files")).hasSize(2);
        assertThat(running.get(one + "/files/a/%C3%BC.txt").body()).isEqualTo("one");
        var refused =
                Map.of(
                        part("c", "x")
                                + "--B\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nx\r\n--B--\r\n",
                        422,
                        part("c", "x") + part("", "y") + "--B--\r\n",
                        422,
                        part("c", "x") + part("../c", "y") + "--B--\r\n",
                        400,
                        part("c", "x") + part("/etc/c", "y") + "--B--\r\n",
                        400,
                        part("c", "x") + part("c", "y") + "--B--\r\n",
                        422,
                        part("c", "x") + part("c/d", "y") + "--B--\r\n",
                        422,
                        part("c", "x") + part("a", "y") + "--B--\r\n",
                        409,
                        part("c", "x") + part("b/d", "y") + "--B--\r\n",
                        409,
                        part("c", "x"),
                        400,
                        "--B--\r\n",
                        422);
        for (var each : refused.entrySet()) {
            var reply = upload(one, each.getKey());
            assertThat(reply.status()).as(each.getKey() + reply.body()).isEqualTo(each.getValue());
        }
        assertThat(names(running.get(one + "/files"))).containsExactly("a", "b");
        assertThat(running.post(one + "/upload", "x").status()).isEqualTo(400);
        assertThat(running.get(one + "/files/b").body()).isEqualTo("two");
    }
}
