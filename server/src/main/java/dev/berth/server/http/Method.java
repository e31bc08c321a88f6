package dev.berth.server.http;

/// How an address can be called.
public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
}
