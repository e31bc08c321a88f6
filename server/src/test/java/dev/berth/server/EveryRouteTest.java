package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.server.Running.Reply;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.server.http.Template;
import dev.berth.session.catalog.Access.Scope;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every line of the router's table, as strangers meet it. A new route is here by itself; one with
/// a name in braces that this test does not know fails.
@DisplayName("Every route")
@TestInstance(Lifecycle.PER_CLASS)
class EveryRouteTest {
    private static final String ABSENT = "ses_00000000000000000000000000";

    /// What stands for the names in braces beside `{id}`.
    private static final Map<String, String> OTHERS =
            Map.of(
                    "turn",
                    "1",
                    "token",
                    "tok_0000000000000000",
                    "path",
                    "a.txt",
                    "a",
                    "cp_0",
                    "b",
                    "cp_1");

    private Running running;
    private String theirs;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        running = new Running(folder);
        theirs = running.call("POST", "/v1/workspaces", running.foreign, "{}").text("session_id");
    }

    @AfterAll
    void stop() {
        running.close();
    }

    List<Route> all() {
        return running.server.router().routes();
    }

    List<Route> guarded() {
        return all().stream().filter(route -> route.need().scope().isPresent()).toList();
    }

    List<Route> ofOneWorkspace() {
        return all().stream().filter(route -> route.template().text().contains("{id}")).toList();
    }

    private static String address(Route route, String id) {
        String path = route.template().text().replace("{id}", id);
        for (var other : OTHERS.entrySet()) {
            path = path.replace("{" + other.getKey() + "}", other.getValue());
        }
        assertThat(path).as("a name in braces that is not known here").doesNotContain("{");
        return path;
    }

    private Reply call(Route route, String id, String token) throws Exception {
        return running.call(route.method().name(), address(route, id), token, "");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("guarded")
    void needsAToken(Route route) throws Exception {
        for (String token : List.of("", "nonsense", "berth_" + "A".repeat(43))) {
            var reply = call(route, ABSENT, token);
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.text("type")).isEqualTo("urn:berth:unauthorized");
            assertThat(reply.header("WWW-Authenticate")).isPresent();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("guarded")
    void needsItsScope(Route route) throws Exception {
        var scope = route.need().scope().orElseThrow();
        Scope[] without =
                Arrays.stream(Scope.values()).filter(s -> s != scope).toArray(Scope[]::new);
        var reply = call(route, ABSENT, running.token(Running.OURS, without));
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.text("type")).isEqualTo("urn:berth:forbidden");
        assertThat(reply.text("detail")).contains(scope.label());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofOneWorkspace")
    void showsNoDifferenceBetweenAnothersAndAnAbsentOne(Route route) throws Exception {
        var other = call(route, theirs, running.all);
        var absent = call(route, ABSENT, running.all);
        assertThat(other.status()).isEqualTo(404);
        assertThat(other.text("type")).isEqualTo("urn:berth:not-found");
        assertThat(other.body().replace(theirs, ABSENT)).isEqualTo(absent.body());
        assertThat(other.raw().headers().map().keySet())
                .isEqualTo(absent.raw().headers().map().keySet());
        var still = running.call("GET", "/v1/workspaces/" + theirs, running.foreign, "");
        assertThat(still.status()).isEqualTo(200);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofOneWorkspace")
    void refusesWhatIsNoId(Route route) throws Exception {
        for (String id : List.of("..%2e", "-x", "%20", "a".repeat(65), "%C3%A9")) {
            var reply = call(route, id, running.all);
            assertThat(reply.status()).as(id).isEqualTo(400);
            assertThat(reply.text("type")).isEqualTo("urn:berth:malformed");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void refusesPagesOfOtherSites(Route route) throws Exception {
        for (String origin : List.of("http://evil.example", "null", "http://127.0.0.1:1")) {
            var request =
                    running.request(address(route, ABSENT))
                            .method(route.method().name(), BodyPublishers.noBody())
                            .header("Authorization", "Bearer " + running.all)
                            .header("Origin", origin);
            var reply = running.send(request.build());
            if (route.need() == Need.NOTHING) assertThat(reply.status()).isEqualTo(200);
            else assertThat(reply.status()).as(origin).isEqualTo(403);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void refusesWordsInTheQueryThatItDoesNotKnow(Route route) throws Exception {
        var reply =
                running.call(
                        route.method().name(), address(route, ABSENT) + "?nope=1", running.all, "");
        assertThat(reply.status()).isEqualTo(400);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void sendsHeadersThatKeepBrowsersSafeAndLetsNoOtherSiteRead(Route route) throws Exception {
        var reply = call(route, ABSENT, "");
        assertThat(reply.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(reply.header("Content-Security-Policy").orElse("")).contains("'none'");
        assertThat(reply.header("X-Frame-Options")).contains("DENY");
        assertThat(reply.header("Cache-Control")).contains("no-store");
        assertThat(reply.header("Access-Control-Allow-Origin")).isEqualTo(Optional.empty());
        assertThat(reply.header("Server")).isEqualTo(Optional.empty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void saysHowItsAddressMayBeCalled(Route route) throws Exception {
        var reply = running.call("OPTIONS", address(route, ABSENT), running.all, "");
        assertThat(reply.status()).isEqualTo(405);
        var allowed = List.of(reply.header("Allow").orElse("").split(", ", -1));
        assertThat(allowed).contains(route.method().name());
        assertThat(allowed.contains("HEAD")).isEqualTo(allowed.contains("GET"));
        assertThat(route.template()).isEqualTo(new Template(route.template().text()));
    }
}
