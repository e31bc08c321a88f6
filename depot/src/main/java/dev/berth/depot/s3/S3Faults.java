package dev.berth.depot.s3;

import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a store's refusals mean, and what to do about them.
final class S3Faults {
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int PRECONDITION = 412;
    static final int NOT_IMPLEMENTED = 501;
    private static final int NOT_ALLOWED = 405;
    private static final int FORBIDDEN = 403;
    private static final int UNKNOWN = 401;
    private static final int MOVED = 301;
    static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;

    static final String SKEWED = "RequestTimeTooSkewed";
    private static final String KEYS =
            "check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that AWS_PROFILE names";
    private static final String REGION =
            "name the bucket's region with --region, or set AWS_REGION";
    private static final String STRANGER = "what answers there is no S3 server";
    private static final String ADDRESS =
            "check --endpoint, or AWS_ENDPOINT_URL; without either it is that of AWS";
    private static final String NETWORK = "check the address and the network, and try again";

    /// What the client adds to what it says: of no use to anybody.
    private static final Pattern COUNT = Pattern.compile(" *\\(SDK Attempt Count: \\d+\\)");

    private static final String ELSEWHERE = "the bucket lies in another region";
    private static final Map<String, String> SAID =
            Map.of(
                    "InvalidAccessKeyId",
                    "the store does not know this access key",
                    "SignatureDoesNotMatch",
                    "the secret key is not that of the access key",
                    "ExpiredToken",
                    "the credentials have expired",
                    "InvalidToken",
                    "the session token is not valid",
                    "PermanentRedirect",
                    ELSEWHERE,
                    "AuthorizationHeaderMalformed",
                    ELSEWHERE,
                    "IllegalLocationConstraintException",
                    ELSEWHERE,
                    SKEWED,
                    "the store's clock and ours differ too much");
    private static final Map<String, String> ADVICE =
            Map.of(
                    "InvalidAccessKeyId",
                    KEYS,
                    "SignatureDoesNotMatch",
                    KEYS,
                    "ExpiredToken",
                    "get new ones",
                    "InvalidToken",
                    "check AWS_SESSION_TOKEN, or get new credentials",
                    "NoSuchBucket",
                    "make the bucket first, or check its name",
                    "PermanentRedirect",
                    REGION,
                    "AuthorizationHeaderMalformed",
                    REGION,
                    "IllegalLocationConstraintException",
                    REGION,
                    SKEWED,
                    "set this machine's clock, and try again");

    private S3Faults() {}

    /// Whether the store has no such request at all.
    static boolean isUnknown(SdkException fault) {
        return is(fault, NOT_IMPLEMENTED) || is(fault, NOT_ALLOWED);
    }

    static boolean is(SdkException fault, int status) {
        return fault instanceof S3Exception answered && answered.statusCode() == status;
    }

    static Optional<String> code(SdkException fault) {
        return fault instanceof S3Exception answered && answered.awsErrorDetails() != null
                ? Optional.ofNullable(answered.awsErrorDetails().errorCode())
                : Optional.empty();
    }

    static Failure failure(SdkException fault, Bucket bucket) {
        String code = code(fault).orElse("");
        String advice = ADVICE.get(code);
        if (advice != null && code.equals("NoSuchBucket")) {
            return new Failure.NotFound("there is no bucket called " + bucket.name(), advice)
                    .because(fault);
        }
        if (advice != null) return refused(bucket, SAID.getOrDefault(code, code), advice, fault);
        if (is(fault, FORBIDDEN) || is(fault, UNKNOWN)) {
            return refused(bucket, "the store refuses these credentials", KEYS, fault);
        }
        if (is(fault, MOVED)) {
            return refused(bucket, ELSEWHERE, REGION, fault);
        }
        if (isStranger(fault, code)) return unavailable(bucket, STRANGER, ADDRESS, fault);
        String message = String.valueOf(fault.getMessage());
        if (fault instanceof Identity.Unreadable) {
            return refused(bucket, message, "mend the file, or unset what names it", fault);
        }
        if (message.contains("Unable to load credentials")) {
            return refused(bucket, "no credentials were found", KEYS, fault);
        }
        if (message.contains("Unable to load region")) {
            return refused(bucket, "no region is named anywhere", REGION, fault);
        }
        if (comesFrom(fault, UnknownHostException.class)) {
            return unavailable(bucket, "nobody knows the host of its address", ADDRESS, fault);
        }
        if (comesFrom(fault, SocketTimeoutException.class)) {
            return unavailable(bucket, "the store does not answer", NETWORK, fault);
        }
        return unavailable(bucket, COUNT.matcher(message).replaceAll(""), NETWORK, fault);
    }

    private static boolean comesFrom(@Nullable Throwable fault, Class<?> kind) {
        return fault != null && (kind.isInstance(fault) || comesFrom(fault.getCause(), kind));
    }

    /// What no store of this kind says: a refusal without a word for it, or no XML at all.
    private static boolean isStranger(SdkException fault, String code) {
        if (comesFrom(fault, Stranger.class)) return true;
        boolean refusal =
                fault instanceof S3Exception answered
                        && answered.statusCode() >= BAD_REQUEST
                        && answered.statusCode() < SERVER_ERROR;
        if (refusal) return code.isEmpty();
        return String.valueOf(fault.getMessage()).contains("Could not parse XML");
    }

    /// An answer that no store of this kind gives.
    static final class Stranger extends SdkClientException {
        private static final long serialVersionUID = 1;

        Stranger() {
            super(SdkClientException.builder().message("no answer of a store"));
        }
    }

    /// The line broke within an answer, again and again.
    static Failure broken(UncheckedIOException fault, Bucket bucket) {
        return new Failure.Unavailable(bucket + ": " + fault.getMessage(), NETWORK).because(fault);
    }

    private static Failure refused(Bucket bucket, String what, String advice, SdkException fault) {
        return new Failure.Refused(bucket + ": " + what, advice).because(fault);
    }

    private static Failure unavailable(
            Bucket bucket, String what, String advice, SdkException fault) {
        return new Failure.Unavailable(bucket + ": " + what, advice).because(fault);
    }
}
