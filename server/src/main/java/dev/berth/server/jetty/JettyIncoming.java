package dev.berth.server.jetty;

import dev.berth.failure.Failure;
import dev.berth.server.http.Body;
import dev.berth.server.http.Incoming;
import dev.berth.server.http.Parts;

import org.eclipse.jetty.server.Request;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/// A call as Jetty read it.
final class JettyIncoming implements Incoming {
    private final Request request;
    private final Body body;

    JettyIncoming(Request request) {
        this.request = request;
        body = new Streamed(Request.asInputStream(request), request.getLength());
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
    }

    @Override
    public String query() {
        return Objects.requireNonNullElse(request.getHttpURI().getQuery(), "");
    }

    @Override
    public List<String> headers(String name) {
        return request.getHeaders().getFields(name).stream()
                .map(field -> Objects.requireNonNullElse(field.getValue(), ""))
                .toList();
    }

    @Override
    public String remote() {
        return Objects.requireNonNullElse(Request.getRemoteAddr(request), "");
    }

    @Override
    public Body body() {
        return body;
    }

    @Override
    public Parts parts() throws Failure {
        return FormParts.of(headers("Content-Type"), body);
    }

    private record Streamed(InputStream stream, long length) implements Body {
        @Override
        public int read(byte[] into) throws Failure {
            try {
                return stream.read(into);
            } catch (IOException e) {
                throw JettyOut.gone(e);
            }
        }
    }
}
