package dev.berth.depot.key;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Where keys hold: which depot, whose, and which domain. Part of everything that is sealed, so
/// that nothing sealed in one place opens in another.
public record KeyScope(String depot, String tenant, DomainName domain) {

    /// Equal for equal scopes only: each part has its length in front.
    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        for (String part : new String[] {depot, tenant, domain.value()}) {
            byte[] text = part.getBytes(StandardCharsets.UTF_8);
            bytes.write(text.length >>> 8);
            bytes.write(text.length);
            bytes.writeBytes(text);
        }
        return bytes.toByteArray();
    }

    @Override
    public String toString() {
        return tenant + "/" + domain;
    }
}
