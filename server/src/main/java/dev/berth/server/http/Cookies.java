package dev.berth.server.http;

import java.util.List;
import java.util.Optional;

/// Reads `Cookie` headers.
final class Cookies {
    private Cookies() {}

    static Optional<String> find(List<String> headers, String name) {
        for (String header : headers) {
            for (String pair : header.split(";", -1)) {
                String trimmed = pair.strip();
                if (trimmed.startsWith(name + "=")) {
                    return Optional.of(trimmed.substring(name.length() + 1));
                }
            }
        }
        return Optional.empty();
    }
}
