package dev.berth.depot.s3;

import dev.berth.failure.Failure;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/// What a store's refusals mean, and what to do about them.
final class S3Faults {
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int PRECONDITION = 412;
    static final int NOT_IMPLEMENTED = 501;
    private static final int FORBIDDEN = 403;
    private static final int UNKNOWN = 401;
    private static final int MOVED = 301;

    private static final String KEYS =
            "check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that AWS_PROFILE names";
    private static final String REGION =
            "name the bucket's region with --region, or set AWS_REGION";
    private static final String ELSEWHERE = "the bucket lies in another region";
    private static final Map<String, String> SAID =
            Map.of(
                    "InvalidAccessKeyId", "the store does not know this access key",
                    "SignatureDoesNotMatch", "the secret key is not that of the access key",
                    "ExpiredToken", "the credentials have expired",
                    "PermanentRedirect", ELSEWHERE,
                    "AuthorizationHeaderMalformed", ELSEWHERE,
                    "IllegalLocationConstraintException", ELSEWHERE,
                    "RequestTimeTooSkewed", "the store's clock and ours differ too much");
    private static final Map<String, String> ADVICE =
            Map.of(
                    "InvalidAccessKeyId", KEYS,
                    "SignatureDoesNotMatch", KEYS,
                    "ExpiredToken", "get new ones",
                    "NoSuchBucket", "make the bucket first, or check its name",
                    "PermanentRedirect", REGION,
                    "AuthorizationHeaderMalformed", REGION,
                    "IllegalLocationConstraintException", REGION,
                    "RequestTimeTooSkewed", "set this machine's clock, and try again");

    private S3Faults() {}

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
        String message = String.valueOf(fault.getMessage());
        if (message.contains("Unable to load credentials")) {
            return refused(bucket, "no credentials were found", KEYS, fault);
        }
        if (message.contains("Unable to load region")) {
            return refused(bucket, "no region is named anywhere", REGION, fault);
        }
        return unavailable(
                bucket, message, "check the address and the network, and try again", fault);
    }

    /// The line broke within an answer, again and again.
    static Failure broken(UncheckedIOException fault, Bucket bucket) {
        return new Failure.Unavailable(
                        bucket + ": " + fault.getMessage(),
                        "check the address and the network, and try again")
                .because(fault);
    }

    private static Failure refused(Bucket bucket, String what, String advice, SdkException fault) {
        return new Failure.Refused(bucket + ": " + what, advice).because(fault);
    }

    private static Failure unavailable(
            Bucket bucket, String what, String advice, SdkException fault) {
        return new Failure.Unavailable(bucket + ": " + what, advice).because(fault);
    }
}
