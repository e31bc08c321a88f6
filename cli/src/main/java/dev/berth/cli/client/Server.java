package dev.berth.cli.client;

import dev.berth.failure.Failure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// A server as a client knows it: where it listens, and the token that it wants to see.
record Server(URI url, Optional<Token> token) {
    /// A secret: never shown.
    record Token(String value) {
        @Override
        public String toString() {
            return "a token";
        }
    }

    static Server at(String url, Optional<Token> token) throws Failure {
        try {
            var uri = new URI(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            boolean known = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean bare = uri.getRawQuery() == null && uri.getRawFragment() == null;
            if (known && bare && uri.getHost() != null && uri.getRawUserInfo() == null) {
                return new Server(uri, token);
            }
        } catch (URISyntaxException notAUrl) {
            // Answered below, with all else that is none.
        }
        throw new Failure.Malformed(
                "BERTH_URL is not the address of a server: " + url,
                "give one such as http://127.0.0.1:7420");
    }
}
