package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.json.Json;
import dev.berth.flow.Flow;
import dev.berth.flow.LockTerms;
import dev.berth.flow.ProjectRoot;
import dev.berth.server.http.Route;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The document against the router, and its schemas against real answers.
@DisplayName("The description of the API")
@TestInstance(Lifecycle.PER_CLASS)
class OpenApiTest {
    private Path folder;
    private Running running;
    private Json.Obj document;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        running = new Running(Files.createDirectories(temporary.resolve("home")));
        document = running.call("GET", "/openapi.json", "", "").json();
    }

    @AfterAll
    void stop() {
        running.close();
    }

    @Test
    void canBeReadAsAPageThatLoadsNothingFromOutside() throws Exception {
        var page = running.call("GET", "/docs", "", "");
        assertThat(page.header("Content-Type").orElse("")).startsWith("text/html");
        for (var route : routes()) {
            assertThat(page.body())
                    .as(route.toString())
                    .contains(
                            "<b>%s</b> <code>%s</code>"
                                    .formatted(route.method(), route.template().text()));
        }
        assertThat(page.body())
                .contains("id=\"Workspace\"", "href=\"#Workspace\"")
                .doesNotContain("<script", "http://", "https://", "src=");
        String style = page.body().replaceAll("(?s).*<style>(.*)</style>.*", "$1");
        var digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(UTF_8));
        assertThat(page.header("Content-Security-Policy").orElse(""))
                .startsWith(
                        "default-src 'none'; style-src 'sha256-%s';"
                                .formatted(Base64.getEncoder().encodeToString(digest)));
    }

    List<Route> routes() {
        return running.server.router().routes();
    }

    private static Json.Obj object(Json.Obj in, String... names) {
        var at = in;
        for (String name : names) {
            var next = at.fields().get(name);
            assertThat(next).as(name).isInstanceOf(Json.Obj.class);
            at = next instanceof Json.Obj object ? object : at;
        }
        return at;
    }

    private static List<Json> items(Json.Obj in, String name) {
        return in.fields().get(name) instanceof Json.Arr(var items) ? items : List.of();
    }

    private Json.Obj operation(Route route) {
        return object(
                document,
                "paths",
                route.template().text(),
                route.method().name().toLowerCase(Locale.ROOT));
    }

    @Test
    void isOfVersionThreeOne() {
        assertThat(Running.text(document, "openapi")).startsWith("3.1");
    }

    @Test
    void namesExactlyWhatIsThere() {
        Set<String> there = new HashSet<>();
        routes().forEach(route -> there.add(route.toString()));
        Set<String> named = new HashSet<>();
        for (var path : object(document, "paths").fields().entrySet()) {
            if (!(path.getValue() instanceof Json.Obj(var methods))) continue;
            for (String method : methods.keySet()) {
                named.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
            }
        }
        assertThat(named).isEqualTo(there);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void saysWhichWordsAndWhichScope(Route route) {
        var operation = operation(route);
        var inQuery = new ArrayList<String>();
        var inPath = new ArrayList<String>();
        for (var parameter : items(operation, "parameters")) {
            var fields = (Json.Obj) parameter;
            if (Running.text(fields, "in").equals("header")) continue;
            boolean query = Running.text(fields, "in").equals("query");
            (query ? inQuery : inPath).add(Running.text(fields, "name"));
        }
        assertThat(inQuery).containsExactlyInAnyOrderElementsOf(route.query());
        for (String name : inPath) assertThat(route.template().text()).contains("{" + name + "}");
        assertThat(inPath).hasSize(route.template().text().split("\\{", -1).length - 1);
        String scope = route.need().scope().map(each -> each.label()).orElse("");
        String security = new Json.Arr(items(operation, "security")).compact();
        assertThat(security)
                .isEqualTo(scope.isEmpty() ? "[]" : "[{\"token\":[\"" + scope + "\"]}]");
        assertThat(object(operation, "responses").fields()).containsKey("default");
        assertThat(Running.text(operation, "summary")).endsWith(".");
    }

    @Test
    void namesTheHeadersThatCallsAreMadeWith() {
        var one = "/v1/workspaces/{id}";
        assertThat(headers(one + "/events", "get")).containsExactly("Last-Event-ID");
        assertThat(headers(one + "/files/{path}", "delete"))
                .containsExactly("If-Match", "If-None-Match");
    }

    private List<String> headers(String path, String method) {
        return items(object(document, "paths", path, method), "parameters").stream()
                .map(Json.Obj.class::cast)
                .filter(parameter -> Running.text(parameter, "in").equals("header"))
                .map(parameter -> Running.text(parameter, "name"))
                .toList();
    }

    @Test
    void hasSchemasWithTheFieldsThatAnswersHave() throws Exception {
        String one = running.workspace();
        assertThat(running.get(one).json().fields()).doesNotContainKey("flow");
        var project = Files.createDirectories(folder.resolve("project")).toRealPath();
        Flow.open(new ProjectRoot(project), SystemFiles.here(), LockTerms.USUAL, Clock.systemUTC())
                .start("a goal");
        var turn = running.post(one + "/messages?wait=100", "{\"text\":\"echo x > f; mkfifo p\"}");
        running.post("/v1/tokens", "{\"scopes\":[\"read\"]}");
        String flow = Files.readString(project.resolve(Flow.SESSION_FILE));
        running.call("PUT", one + "/files/" + Flow.SESSION_FILE, running.all, flow);
        var taken = running.post(one + "/checkpoints", "");
        String before = taken.text("checkpoint");
        running.post(one + "/messages?wait=100", "{\"text\":\"echo y > g; chmod +x g\"}");
        var diff = running.get(one + "/checkpoints/" + before + "/diff/latest");
        assertThat(diff.status()).as(diff.body()).isEqualTo(200);
        var change = diff.list("changes").getLast();
        assertThat(Running.text(change, "path")).isEqualTo("g");
        assertThat(running.get(one + "/transcript").json().fields().keySet())
                .isEqualTo(
                        object(document, "components", "schemas", "Transcript", "properties")
                                .fields()
                                .keySet());
        var resumed = running.post(one + "/resume", "").json();
        assertThat(resumed.fields()).containsKey("receipt");
        var workspace = Json.object().putAll(running.get(one).json()).putNull("receipt").build();
        var answers =
                Map.of(
                        "Workspace", workspace,
                        "EndedTurn", turn.json(),
                        "Checkpoint", taken.json(),
                        "Event", running.get(one + "/events").list("events").getFirst(),
                        "Token", running.get("/v1/tokens").list("tokens").getFirst(),
                        "Profile", running.get("/v1/profiles").list("profiles").getFirst(),
                        "Files", running.get(one + "/files?q=g").json(),
                        "FileEntry", running.get(one + "/files?q=g").list("entries").getFirst(),
                        "WrittenFile",
                                running.call("PUT", one + "/files/h", running.all, "h").json(),
                        "Problem", running.get("/v1/nothing").json());
        answers.forEach(
                (name, answer) ->
                        assertThat(answer.fields().keySet())
                                .as(name)
                                .isEqualTo(
                                        object(
                                                        document,
                                                        "components",
                                                        "schemas",
                                                        name,
                                                        "properties")
                                                .fields()
                                                .keySet()));
        assertThat(object(document, "components", "schemas", "Change", "properties").fields())
                .containsKeys(change.fields().keySet().toArray(String[]::new));
    }
}
