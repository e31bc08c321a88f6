package dev.berth.server.workspaces;

import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.signing.SignerPin;
import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Call;
import dev.berth.server.http.Method;
import dev.berth.server.http.Need;
import dev.berth.server.http.Route;
import dev.berth.session.life.Sessions;

import java.util.List;
import java.util.Optional;

/// Receives bundles, streamed, each as a new workspace. Nothing in one is believed.
public record BundleRoutes(Sessions sessions) {
    public List<Route> routes() {
        return List.of(
                Route.of(Method.POST, "/v1/bundles", Need.WRITE, this::receive)
                        .asking(
                                "agent",
                                "name",
                                "storage",
                                "mobility",
                                "quota_mb",
                                "tags",
                                "expires_in",
                                "retention",
                                "own_key",
                                "playbook",
                                "with_git",
                                "signer"));
    }

    private Answer receive(Call call) throws Failure {
        var query = call.query();
        var signer = query.text("signer");
        var terms =
                new Terms(
                        query.flag("with_git").orElse(false),
                        signer.isEmpty()
                                ? Optional.empty()
                                : Optional.of(SignerPin.parse(signer.get())));
        var wish = Wishes.Typed.of(query).wish(call.caller().tenant());
        var made = sessions.importing().receive(wish, call.body()::read, terms);
        return Answer.json(201, made.json()).with("Location", "/v1/workspaces/" + made.id());
    }
}
