package dev.berth.depot.s3;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

import javax.net.ssl.SSLException;

/// Makes requests again as usual, but seldom where that is of no use: a clock stays wrong, and so
/// does an address at which nobody has answered yet.
final class Patience implements RetryStrategy {
    private static final int TIMES = 3;

    private final RetryStrategy usual;
    // All attempts at one request are made by one thread.
    private final ThreadLocal<Integer> times = ThreadLocal.withInitial(() -> 0);
    private volatile boolean answered;

    Patience(RetryStrategy usual) {
        this.usual = usual;
    }

    @Override
    public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
        times.set(0);
        return usual.acquireInitialToken(request);
    }

    @Override
    public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
        times.set(times.get() + 1);
        if (times.get() >= TIMES && isHopeless(request.failure())) {
            throw new TokenAcquisitionFailedException(
                    "asked often enough", request.token(), request.failure());
        }
        return usual.refreshRetryToken(request);
    }

    private boolean isHopeless(@Nullable Throwable fault) {
        if (fault == null) return false;
        if (fault instanceof SdkException told
                && S3Faults.code(told).filter(S3Faults.SKEWED::equals).isPresent()) {
            return true;
        }
        boolean nobody =
                fault instanceof ConnectException
                        || fault instanceof SocketTimeoutException
                        || fault instanceof UnknownHostException
                        || fault instanceof SSLException;
        return nobody ? !answered : isHopeless(fault.getCause());
    }

    @Override
    public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
        answered = true;
        return usual.recordSuccess(request);
    }

    @Override
    public int maxAttempts() {
        return usual.maxAttempts();
    }

    /// It has them already.
    @Override
    public boolean useClientDefaults() {
        return false;
    }

    @Override
    public Builder<?, ?> toBuilder() {
        return usual.toBuilder();
    }
}
