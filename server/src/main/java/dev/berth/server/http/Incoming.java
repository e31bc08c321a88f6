package dev.berth.server.http;

import dev.berth.failure.Failure;

import java.util.List;

/// A call as it comes in, before anything of it is believed.
public interface Incoming {
    String method();

    /// The path as sent, still encoded.
    String path();

    /// The query as sent; empty when there is none.
    String query();

    /// All values of a header.
    List<String> headers(String name);

    /// The address of the other end.
    String remote();

    Body body();

    /// The body as a form; a `Malformed` when it does not say that it is one.
    Parts parts() throws Failure;
}
