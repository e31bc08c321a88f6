package dev.berth.server.jetty;

import dev.berth.server.problem.Problem;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// What Jetty refuses by itself, in the form of all other problems.
final class ErrorPage implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var problem = Problem.transport(response.getStatus());
        response.getHeaders().put("Content-Type", Problem.MEDIA_TYPE);
        response.getHeaders().put("Cache-Control", "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        Content.Sink.write(response, true, problem.json().compact() + "\n", callback);
        return true;
    }
}
