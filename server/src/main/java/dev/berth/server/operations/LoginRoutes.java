package dev.berth.server.operations;

import dev.berth.server.access.Logins;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;

import java.util.List;

/// The one-time link: changes its code into a cookie and leads on to the server's page.
public record LoginRoutes(Logins logins) {
    private static final String PAGE =
            """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>Berth</title>
            <h1>Berth</h1>
            <p>The server runs. <a href="/docs">Its API</a> is described for people, and in
            <a href="/openapi.json">openapi.json</a> for programs.</p>
            </html>
            """;

    public List<Route> routes() {
        return List.of(
                Route.of(Method.GET, "/", Need.OPEN, _ -> page()),
                Route.of(Method.GET, "/login", Need.OPEN, this::login).asking("code"));
    }

    private static Answer page() {
        return Answer.bytes(200, "text/html; charset=utf-8", PAGE);
    }

    private Answer login(Call call) throws Objection {
        String code = call.query().text("code").orElse("");
        var onward = Answer.empty(303).with("Location", "/");
        // Who only looks, as programs do that preview links, does not use it up.
        if (call.isHead() && logins.isOpen(code)) return onward;
        var cookie = logins.redeem(code);
        if (cookie.isEmpty()) {
            throw new Objection(
                    Problem.forbidden(
                            "this link was used, or is too old",
                            "start the server again for another one"));
        }
        String value = Logins.COOKIE + "=" + cookie.get() + "; Path=/; HttpOnly; SameSite=Strict";
        return onward.with("Set-Cookie", value);
    }
}
