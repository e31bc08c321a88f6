package dev.berth.server.http;

/// What an operator may want to know of calls. Implementations are quick, and safe for use by
/// several threads.
public interface Journal {
    /// One call and its answer. Neither queries nor tokens are among what is told.
    record Answered(String method, String route, int status, long nanos, String token) {}

    void answered(Answered call);

    /// A bug of ours in a call, or an answer that was cut off.
    void unexpected(String doing, Throwable bug);
}
