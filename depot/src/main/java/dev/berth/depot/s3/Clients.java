package dev.berth.depot.s3;

import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.s3.S3Client;

import java.time.Duration;

import javax.net.ssl.TrustManager;

/// Makes clients that keep to what all stores share: no checksums of one vendor's own, paths
/// instead of host names where a server is named, retries with jitter.
final class Clients {
    private static final int CONNECTIONS = 32;
    private static final int ATTEMPTS = 10;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /// How long a store may say nothing before it is asked again.
    static final Duration SILENCE = Duration.ofSeconds(20);

    private static final String ANY_REGION = "us-east-1";

    private static final ProfileFile NO_PROFILES = ProfileFile.aggregator().build();

    private Clients() {}

    static S3Client of(Bucket bucket, Identity identity, Duration silence) {
        var pause = BackoffStrategy.exponentialDelay(FIRST_PAUSE, LONGEST_PAUSE);
        var usual =
                AwsRetryStrategy.standardRetryStrategy().toBuilder()
                        .maxAttempts(ATTEMPTS)
                        .backoffStrategy(pause)
                        .throttlingBackoffStrategy(pause)
                        .circuitBreakerEnabled(false)
                        .build();
        var retries = new Patience(usual);
        var builder =
                S3Client.builder()
                        .credentialsProvider(identity.credentials())
                        .httpClientBuilder(connections(bucket, silence))
                        .overrideConfiguration(
                                // Who we are is known; nothing else is taken from profiles.
                                o ->
                                        o.retryStrategy(retries)
                                                .defaultProfileFileSupplier(() -> NO_PROFILES))
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                        .region(Region.of(bucket.region().orElseGet(() -> usualRegion(bucket))));
        // Not all understand bodies that are signed piece by piece.
        builder.serviceConfiguration(s -> s.chunkedEncodingEnabled(false));
        bucket.endpoint().ifPresent(e -> builder.endpointOverride(e).forcePathStyle(true));
        return Persistent.of(builder.build());
    }

    private static Apache5HttpClient.Builder connections(Bucket bucket, Duration silence) {
        var connections =
                Apache5HttpClient.builder()
                        .maxConnections(CONNECTIONS)
                        .socketTimeout(silence)
                        .connectionTimeout(silence);
        // All certificates that the machine trusts would be read for nothing.
        boolean plain = bucket.endpoint().filter(e -> "http".equals(e.getScheme())).isPresent();
        if (plain) connections.tlsTrustManagersProvider(() -> new TrustManager[] {new NoTrust()});
        return connections;
    }

    /// A server of one's own seldom cares.
    private static String usualRegion(Bucket bucket) {
        if (bucket.endpoint().isPresent()) return ANY_REGION;
        return DefaultAwsRegionProviderChain.builder().build().getRegion().id();
    }
}
