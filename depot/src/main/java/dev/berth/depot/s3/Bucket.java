package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.failure.Failure;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where a depot lies in object storage: `s3://bucket/prefix`, and who keeps that bucket.
///
/// @param prefix empty, or with a `/` at its end
/// @param endpoint the server's address; AWS itself when absent
/// @param region what to sign for; the usual places say it when absent
public record Bucket(String name, String prefix, Optional<URI> endpoint, Optional<String> region) {
    private static final String SCHEME = "s3://";
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern PREFIX =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final int LONGEST_PREFIX = 400;

    /// Whether somebody means a bucket.
    public static boolean isMeant(String typed) {
        return typed.startsWith(SCHEME);
    }

    public static Bucket parse(String typed, Optional<String> endpoint, Optional<String> region)
            throws Failure {
        String rest = typed.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        String name = slash < 0 ? rest : rest.substring(0, slash);
        String prefix = slash < 0 ? "" : rest.substring(slash + 1).replaceAll("/+$", "");
        if (!NAME.matcher(name).matches()) {
            throw new Failure.Malformed(
                    "'%s' names no bucket".formatted(typed),
                    "write s3://bucket or s3://bucket/prefix; a bucket's name has 3 to 63 small"
                            + " letters, digits, dots and dashes");
        }
        if (!prefix.isEmpty()
                && (prefix.length() > LONGEST_PREFIX || !PREFIX.matcher(prefix).matches())) {
            throw new Failure.Malformed(
                    "'%s' is no prefix for a depot".formatted(prefix),
                    "use letters, digits, '.', '_' and '-', with '/' between parts that begin with"
                            + " none of these dots");
        }
        Optional<URI> server = endpoint.isEmpty() ? Optional.empty() : address(endpoint.get());
        return new Bucket(name, prefix.isEmpty() ? "" : prefix + "/", server, region);
    }

    private static Optional<URI> address(String typed) throws Failure {
        try {
            var address = URI.create(typed);
            boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (web && address.getHost() != null) return Optional.of(address);
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw new Failure.Malformed(
                "'%s' is no address of a server".formatted(typed),
                "write it as https://host or http://host:port");
    }

    /// This place and no other, its server included.
    public String whole() {
        return endpoint.map(server -> server + " ").orElse("") + this;
    }

    String key(BlobName name) {
        return prefix + name.value();
    }

    /// The name of an object, by its key; empty for keys that are none of ours.
    Optional<BlobName> blob(String key) {
        return key.startsWith(prefix)
                ? BlobName.parse(key.substring(prefix.length()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return SCHEME + name + (prefix.isEmpty() ? "" : "/" + prefix.replaceAll("/$", ""));
    }
}
