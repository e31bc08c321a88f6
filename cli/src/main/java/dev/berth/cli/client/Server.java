package dev.berth.cli.client;

import dev.berth.failure.Failure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A server as a client knows it: where it listens, and the token that it wants to see.
record Server(URI url, Optional<Token> token) {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    /// A secret: never shown.
    record Token(String value) {
        private static final Pattern SOUND = Pattern.compile("[A-Za-z0-9._~+/=-]+");

        /// As somebody gave it to us in `where`; blanks and line ends around it do not matter.
        static Token parse(String where, String text) throws Failure {
            var token = new Token(text.strip());
            if (SOUND.matcher(token.value).matches()) return token;
            throw new Failure.Malformed(
                    where + " is no token: it has characters that none has",
                    "set it to one as `berth tokens create` shows it");
        }

        @Override
        public String toString() {
            return "a token";
        }
    }

    Server with(Optional<Token> other) {
        return new Server(url, other);
    }

    /// Whether both addresses are of one server on this machine, whatever name it goes by.
    boolean isSameAs(Server other) {
        if (url.equals(other.url)) return true;
        return url.getPort() == other.url.getPort()
                && Objects.equals(url.getScheme(), other.url.getScheme())
                && LOOPBACK.contains(url.getHost())
                && LOOPBACK.contains(other.url.getHost());
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
