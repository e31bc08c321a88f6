package dev.berth.server.http;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.JsonShape;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.server.access.Caller;
import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;
import dev.berth.session.SessionKey;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A call that may be answered: who makes it, what its address says, and what it brings.
public final class Call {
    static final String HEAD = "HEAD";

    /// A text of a million characters fits, whatever they are.
    private static final int LARGEST_JSON = 8 << 20;

    private static final byte[] NO_FIELDS = "{}".getBytes(StandardCharsets.US_ASCII);

    private final Incoming incoming;
    private final Map<String, String> values;
    private final Query query;
    private final Optional<Caller> caller;

    Call(Incoming incoming, Map<String, String> values, Query query, Optional<Caller> caller) {
        this.incoming = incoming;
        this.values = values;
        this.query = query;
        this.caller = caller;
    }

    /// Who calls. Only for routes that need a token.
    public Caller caller() {
        return caller.orElseThrow(() -> new IllegalStateException("a route without a caller"));
    }

    /// What a name in braces stands for.
    public String value(String name) {
        String value = values.get(name);
        if (value == null) throw new IllegalStateException("no {" + name + "} in this route");
        return value;
    }

    /// The session that `{id}` names, of the caller's tenant: of another one there is none.
    public SessionKey key() throws Failure {
        return new SessionKey(caller().tenant(), SessionId.parse(value("id")));
    }

    public Query query() {
        return query;
    }

    /// Whether only the head of the answer is wanted. Such a call must change nothing.
    public boolean isHead() {
        return incoming.method().equals(HEAD);
    }

    /// A header that is sent once; of several the first.
    public Optional<String> header(String name) {
        return incoming.headers(name).stream().findFirst();
    }

    /// All values of a header that may come several times.
    public List<String> headers(String name) {
        return incoming.headers(name);
    }

    public Body body() {
        return incoming.body();
    }

    /// The body as several.
    public Parts parts() throws Failure {
        return incoming.parts();
    }

    /// The body as an object; an absent one has no fields.
    public <T> T json(JsonShape<T> shape) throws Failure, Objection {
        byte[] bytes = bytes();
        try {
            return StrictJson.read(bytes.length == 0 ? NO_FIELDS : bytes, shape);
        } catch (JsonRefusal refusal) {
            throw new Failure.Malformed(
                    "the body cannot be taken: " + refusal.shown(), "see /openapi.json");
        }
    }

    private byte[] bytes() throws Failure, Objection {
        if (body().length() > LARGEST_JSON) throw tooLarge();
        var all = new ByteArrayOutputStream();
        byte[] some = new byte[8192];
        for (int count = body().read(some); count >= 0; count = body().read(some)) {
            all.write(some, 0, count);
            if (all.size() > LARGEST_JSON) throw tooLarge();
        }
        return all.toByteArray();
    }

    private static Objection tooLarge() {
        return new Objection(
                Problem.tooLarge(
                        "the body is larger than %d bytes".formatted(LARGEST_JSON),
                        "send less; files go to PUT …/files/PATH or POST …/upload"));
    }
}
