package dev.berth.depot.s3;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.profiles.ProfileFile;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Whom a store takes us for: as the environment says, else as the vendor's own tools would find it
/// (a profile file, what the machine was given).
public record Identity(Map<String, String> environment) {
    public Identity {
        environment = Map.copyOf(environment);
    }

    AwsCredentialsProvider credentials() {
        var id = variable("AWS_ACCESS_KEY_ID");
        var secret = variable("AWS_SECRET_ACCESS_KEY");
        if (id.isEmpty() || secret.isEmpty()) return elsewhere();
        var token = variable("AWS_SESSION_TOKEN");
        return StaticCredentialsProvider.create(
                token.isPresent()
                        ? AwsSessionCredentials.create(id.get(), secret.get(), token.get())
                        : AwsBasicCredentials.create(id.get(), secret.get()));
    }

    private AwsCredentialsProvider elsewhere() {
        var usual = DefaultCredentialsProvider.builder();
        variable("AWS_PROFILE").ifPresent(usual::profileName);
        variable("AWS_SHARED_CREDENTIALS_FILE").ifPresent(file -> usual.profileFile(of(file)));
        var chain = usual.build();
        return () -> {
            try {
                return chain.resolveCredentials();
            } catch (IllegalArgumentException | IllegalStateException bad) {
                throw new Unreadable(bad);
            }
        };
    }

    /// The profiles in a file, and in that of the settings, where there is one.
    private ProfileFile of(String file) {
        var both = ProfileFile.aggregator().addFile(file(file, ProfileFile.Type.CREDENTIALS));
        variable("AWS_CONFIG_FILE")
                .ifPresent(more -> both.addFile(file(more, ProfileFile.Type.CONFIGURATION)));
        return both.build();
    }

    private static ProfileFile file(String file, ProfileFile.Type type) {
        return ProfileFile.builder().content(Path.of(file)).type(type).build();
    }

    /// A file of profiles that is not there, or makes no sense.
    static final class Unreadable extends SdkClientException {
        private static final long serialVersionUID = 1;

        Unreadable(RuntimeException why) {
            super(
                    SdkClientException.builder()
                            .message("a file of profiles cannot be read: " + why.getMessage())
                            .cause(why));
        }
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /// Says nothing of what is in it.
    @Override
    public String toString() {
        return "an identity";
    }
}
