package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.Json;
import dev.berth.server.access.Rates;
import dev.berth.session.catalog.Access.Scope;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("A server")
@TestInstance(Lifecycle.PER_CLASS)
class KernelTest {
    private Path folder;
    private Running running;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        running = new Running(folder);
    }

    @AfterAll
    void stop() {
        running.close();
    }

    /// As it goes over the wire, for what no client would send.
    private String raw(String request) throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), running.server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String addressed(String host) throws Exception {
        return raw(
                "GET /v1/workspaces HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                        .formatted(host, running.all));
    }

    @Test
    void answersToItsOwnNamesOnly() throws Exception {
        int port = running.server.port();
        for (String own : new String[] {"127.0.0.1:", "localhost:", "LocalHost:", "[::1]:"}) {
            assertThat(addressed(own + port)).as(own).startsWith("HTTP/1.1 200");
        }
        for (String other :
                new String[] {
                    "evil.example:" + port,
                    "127.0.0.1",
                    "localhost:1",
                    "127.0.0.1.evil.example:" + port,
                    "localhost.:" + port
                }) {
            assertThat(addressed(other)).as(other).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void answersOneThatComesBehindAnotherNameOnlyWithHealth() throws Exception {
        for (String path : new String[] {"/healthz", "/readyz"}) {
            String answer =
                    raw(
                            "GET %s HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n"
                                    .formatted(path));
            assertThat(answer).startsWith("HTTP/1.1 200");
        }
        assertThat(raw("GET /nowhere HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/workspaces/%zz",
                "/v1/workspaces/%",
                "/v1/workspaces/%ff",
                "/v1/workspaces/a%2fb",
                "/v1/workspaces/%00",
                "/v1/workspaces?q=%ff",
                "/v1/workspaces?q=a&q=b"
            })
    void refusesAddressesThatCannotBeRead(String address) throws Exception {
        String answer =
                raw(
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                                .formatted(address, running.server.port(), running.all));
        assertThat(answer).startsWith("HTTP/1.1 400").contains("urn:berth:malformed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "nonsense\r\n\r\n",
                "GET / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\nHost: a\r\n\r\n"
            })
    void refusesWhatIsNotHttpInTheSameForm(String request) throws Exception {
        assertThat(raw(request)).startsWith("HTTP/1.1 400").contains("urn:berth:malformed");
    }

    @Test
    void refusesHeadersWithoutEnd() throws Exception {
        String answer =
                raw("GET / HTTP/1.1\r\nHost: a\r\nX: %s\r\n\r\n".formatted("x".repeat(100_000)));
        assertThat(answer).startsWith("HTTP/1.1 431").contains("urn:berth:too-large");
    }

    @Test
    void refusesABodyThatIsTooLargeBeforeItHasReadIt() throws Exception {
        String answer =
                raw(
                        "POST /v1/workspaces HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n{"
                                .formatted(running.server.port(), running.all));
        assertThat(answer).startsWith("HTTP/1.1 413").contains("urn:berth:too-large");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "[]",
                "{\"agent\":1}",
                "{\"agent\":\"shell\",\"agent\":\"chat\"}",
                "{\"agnet\":\"shell\"}",
                "{\"agent\":\"shell\"} x",
                "{\"quota_mb\":0}",
                "{\"expires_in\":\"soon\"}",
                "{\"storage\":\"moon\"}",
                "{\"name\":\"a\\nb\"}",
                "{\"tags\":[\"\"]}"
            })
    void refusesBodiesThatMeanNothing(String body) throws Exception {
        var reply = running.post("/v1/workspaces", body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.header("Content-Type")).contains("application/problem+json");
        assertThat(reply.text("type")).isEqualTo("urn:berth:malformed");
        assertThat(reply.text("detail")).isNotEmpty();
        assertThat(reply.text("next")).isNotEmpty();
        assertThat(reply.number("status")).isEqualTo(400);
    }

    @Test
    void hasNothingAtOtherAddresses() throws Exception {
        var reply = running.get("/v1/nothing");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.text("type")).isEqualTo("urn:berth:not-found");
    }

    @Test
    void answersHeadAsGetWithoutTheContent() throws Exception {
        var reply = running.call("HEAD", "/v1/workspaces", running.all, "");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.header("Content-Length")).isPresent();
    }

    /// One that stays open, and a last one behind it on the same connection.
    private String first(String method, String path, String headers) throws Exception {
        String both =
                raw(
                        "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n%s\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                                .formatted(
                                        method, path, running.server.port(), running.all, headers));
        var answers = both.split("\r\n\r\n", 2);
        assertThat(answers[1]).as(method + " " + path).startsWith("HTTP/1.1 200");
        return answers[0];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/files?archive=zip",
                "/files?archive=tar",
                "/transcript",
                "/transcript?format=markdown",
                "/transcript?format=org"
            })
    void namesNoLengthForAHeadThatItDoesNotKnow(String address) throws Exception {
        assertThat(first("HEAD", running.workspace() + address, ""))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("Content-Length");
    }

    @Test
    void namesNoLengthWhereThereIsNoContent() throws Exception {
        String file = running.workspace() + "/files/a";
        running.call("PUT", file, running.all, "a");
        for (String method : new String[] {"GET", "HEAD"}) {
            assertThat(first(method, file, "If-None-Match: *\r\n"))
                    .startsWith("HTTP/1.1 304")
                    .doesNotContain("Content-Length");
        }
        assertThat(first("DELETE", file, ""))
                .startsWith("HTTP/1.1 204")
                .doesNotContain("Content-Length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
                "Content-Length: 100\r\n\r\nabc"
            })
    void blamesTheCallerForABodyThatCannotBeRead(String rest) throws Exception {
        String file = running.workspace() + "/files/a";
        String answer =
                raw(
                        "PUT %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n%s"
                                .formatted(file, running.server.port(), running.all, rest));
        assertThat(answer).startsWith("HTTP/1.1 400").contains("urn:berth:malformed");
        assertThat(running.get(file).status()).isEqualTo(404);
        assertThat(running.told).noneMatch(call -> call.status() >= 500);
        assertThat(running.bugs).isEmpty();
    }

    @Test
    void tellsTheJournalNeitherQueriesNorTokens() throws Exception {
        running.get("/v1/workspaces?q=private");
        assertThat(running.told.toString())
                .contains("/v1/workspaces")
                .doesNotContain("private")
                .doesNotContain(running.all);
        assertThat(running.bugs).isEmpty();
    }

    @Test
    void keepsNoTokenInTheClear() throws Exception {
        String made =
                running.post("/v1/tokens", "{\"scopes\":[\"read\"],\"name\":\"n\"}").text("token");
        assertThat(made).startsWith("berth_").hasSize(49);
        assertThat(running.get("/v1/tokens").body()).doesNotContain(made);
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(content).as(file.toString()).doesNotContain(made.substring(6));
            }
        }
    }

    @Test
    void knowsATokenUntilItIsRevoked() throws Exception {
        var made = running.post("/v1/tokens", "{\"scopes\":[\"read\"]}");
        assertThat(made.status()).isEqualTo(201);
        String token = made.text("token");
        assertThat(running.call("GET", "/v1/workspaces", token, "").status()).isEqualTo(200);
        String address = "/v1/tokens/" + made.text("id");
        assertThat(running.call("DELETE", address, running.all, "").status()).isEqualTo(204);
        assertThat(running.call("GET", "/v1/workspaces", token, "").status()).isEqualTo(401);
        assertThat(running.call("DELETE", address, running.all, "").status()).isEqualTo(404);
    }

    @Test
    void makesTokensForTenantsThatAreThere() throws Exception {
        String wish = "{\"tenant\":\"third\",\"scopes\":[\"read\",\"write\"]}";
        assertThat(running.post("/v1/tokens", wish).status()).isEqualTo(404);
        assertThat(running.post("/v1/tenants", "{\"name\":\"third\"}").status()).isEqualTo(201);
        assertThat(running.post("/v1/tenants", "{\"name\":\"../x\"}").body())
                .contains("no name for a tenant");
        assertThat(running.get("/v1/tenants").list("tenants").stream())
                .contains(Json.object().put("name", "third").build());
        assertThat(running.post("/v1/tokens", wish).status()).isEqualTo(201);
        assertThat(running.post("/v1/tokens", "{\"scopes\":[\"all\"]}").status()).isEqualTo(400);
        assertThat(running.post("/v1/tokens", "{\"scopes\":[]}").status()).isEqualTo(400);
    }

    @Test
    void letsABrowserInOnceByItsLink() throws Exception {
        var caller = running.tokens.known(running.token(Running.OURS, Scope.READ)).orElseThrow();
        String link = running.server.loginPath(caller);
        var looked = running.call("HEAD", link, "", "");
        assertThat(looked.status()).isEqualTo(303);
        assertThat(looked.header("Set-Cookie")).isEmpty();
        var reply = running.call("GET", link, "", "");
        assertThat(reply.status()).isEqualTo(303);
        String cookie = reply.header("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict");
        var asked =
                running.request("/v1/workspaces")
                        .header("Cookie", "a=b; " + cookie.substring(0, cookie.indexOf(';')))
                        .build();
        assertThat(running.send(asked).status()).isEqualTo(200);
        assertThat(running.call("GET", link, "", "").status()).isEqualTo(403);
        assertThat(running.call("HEAD", link, "", "").status()).isEqualTo(403);
        running.station.catalog().access().revoke(caller.token().id());
        assertThat(running.send(asked).status()).isEqualTo(401);
    }

    @Test
    void slowsDownWhoAsksTooOften(@TempDir Path other) throws Exception {
        try (var slow = new Running(other, new Rates.Limit(5, 1))) {
            var reply = slow.get("/v1/workspaces");
            for (int i = 0; i < 200 && reply.status() == 200; i++)
                reply = slow.get("/v1/workspaces");
            assertThat(reply.status()).isEqualTo(429);
            assertThat(reply.header("Retry-After")).isPresent();
            assertThat(reply.text("type")).isEqualTo("urn:berth:rate-limited");
            assertThat(reply.text("detail")).contains("calls with one token");
        }
    }

    @Test
    void slowsDownWhoGuessesAndNobodyElse(@TempDir Path other) throws Exception {
        try (var slow = new Running(other, new Rates.Limit(5, 1))) {
            var reply = slow.call("GET", "/v1/workspaces", "wrong", "");
            for (int i = 0; i < 200 && reply.status() == 401; i++) {
                reply = slow.call("GET", "/v1/workspaces", "wrong", "");
            }
            assertThat(reply.status()).isEqualTo(429);
            assertThat(reply.header("Retry-After")).isPresent();
            assertThat(reply.text("detail")).contains("wrong tokens from one address");
            assertThat(slow.get("/v1/workspaces").status()).isEqualTo(200);
        }
    }
}
