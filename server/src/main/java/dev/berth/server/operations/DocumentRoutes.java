package dev.berth.server.operations;

import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The description of the API, which is written by hand and held to the routes by a test.
public final class DocumentRoutes {
    private final String document;

    private DocumentRoutes(String document) {
        this.document = document;
    }

    /// Reads the document that lies beside this class.
    public static DocumentRoutes load() {
        try (InputStream in = DocumentRoutes.class.getResourceAsStream("openapi.json")) {
            if (in == null) throw new IllegalStateException("openapi.json is missing");
            return new DocumentRoutes(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("openapi.json cannot be read", e);
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.of(
                        Method.GET,
                        "/openapi.json",
                        Need.OPEN,
                        _ -> Answer.bytes(200, "application/json", document)),
                Route.of(Method.GET, "/docs", Need.OPEN, _ -> page()));
    }

    /// Made when somebody asks: a server that starts has better things to do.
    private Answer page() {
        try {
            String html = ApiPage.of(StrictJson.read(document.getBytes(StandardCharsets.UTF_8)));
            return Answer.bytes(200, "text/html; charset=utf-8", html)
                    .with("Content-Security-Policy", ApiPage.policy());
        } catch (JsonRefusal broken) {
            throw new IllegalStateException("openapi.json is none", broken);
        }
    }
}
