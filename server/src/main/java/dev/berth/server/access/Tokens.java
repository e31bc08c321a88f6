package dev.berth.server.access;

import dev.berth.disk.SessionId;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;
import dev.berth.session.catalog.Access;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.catalog.Access.Token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Makes tokens and knows them again. A token is 256 random bits; only its hash is stored, and a
/// plain hash is enough, since nobody can try out 2^256. Asked anew for each call, so that a
/// revoked token is over at once. Safe for use by several threads.
public final class Tokens {
    private static final String PREFIX = "berth_";
    private static final int RANDOM_BYTES = 32;
    private static final int ID_BYTES = 8;
    private static final Pattern FORM = Pattern.compile("berth_[A-Za-z0-9_-]{43}");

    private final Access access;
    private final Clock clock;
    private final SecureRandom random;

    public Tokens(Access access, Clock clock, SecureRandom random) {
        this.access = access;
        this.clock = clock;
        this.random = random;
    }

    /// A new token in the clear, which exists only here, and its row.
    public record Issued(String secret, Token row) {
        @Override
        public String toString() {
            return "the token " + row.id();
        }
    }

    public Issued issue(SessionId tenant, Set<Scope> scopes, String name) throws Failure {
        String secret = secret();
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        var row =
                new Token(
                        "tok_" + HexFormat.of().formatHex(id),
                        tenant,
                        hash(secret),
                        scopes,
                        name,
                        clock.instant().truncatedTo(ChronoUnit.MICROS));
        access.addToken(row);
        return new Issued(secret, row);
    }

    /// 256 bits as text.
    String secret() {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Whose token this is; empty when it is nobody's, or not any more.
    public Optional<Caller> known(String secret) throws Failure {
        if (!FORM.matcher(secret).matches()) return Optional.empty();
        var hash = hash(secret);
        return access.token(hash).filter(token -> same(token.hash(), hash)).map(Caller::new);
    }

    /// Whether a token that was known still is.
    public boolean isValid(Caller caller) throws Failure {
        return access.token(caller.token().hash()).filter(caller.token()::equals).isPresent();
    }

    static ContentHash hash(String secret) {
        return ContentHash.of(secret.getBytes(StandardCharsets.US_ASCII));
    }

    static boolean same(ContentHash one, ContentHash other) {
        return MessageDigest.isEqual(
                one.hex().getBytes(StandardCharsets.US_ASCII),
                other.hex().getBytes(StandardCharsets.US_ASCII));
    }
}
