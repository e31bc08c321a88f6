package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.blob.BlobName;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;

@DisplayName("What a store refuses")
class S3FaultsTest {
    private static final BlobName OBJECT = new BlobName("object");
    private static final String PAGE =
            "<!doctype html><html><head><title>Hello</title></head><body><p>all<br></body></html>";

    @ParameterizedTest
    @CsvSource({
        "403, InvalidAccessKeyId, does not know this access key",
        "403, SignatureDoesNotMatch, not that of the access key",
        "403, AccessDenied, refuses these credentials",
        "400, ExpiredToken, have expired",
        "400, InvalidToken, session token is not valid",
        "301, PermanentRedirect, another region",
        "400, AuthorizationHeaderMalformed, another region",
        "403, RequestTimeTooSkewed, clock and ours differ",
    })
    void isToldAsWhatToDo(int status, String code, String told) throws Exception {
        try (var stub = new Stub(status, Stub.refusal(code));
                var blobs = open(stub.address())) {
            assertThatThrownBy(() -> blobs.list(""))
                    .isInstanceOf(Failure.Refused.class)
                    .hasMessageContaining(told);
            assertThat(stub.askers()).as("asked a few times").hasSizeLessThan(5);
        }
    }

    @ParameterizedTest
    @CsvSource({"200", "404", "400", "405"})
    void isNoRefusalOfOneThatIsNoStore(int status) throws Exception {
        try (var stub = new Stub(status, PAGE);
                var blobs = open(stub.address())) {
            assertThatThrownBy(() -> blobs.list(""))
                    .isInstanceOf(Failure.Unavailable.class)
                    .hasMessageContaining("no S3 server");
        }
    }

    @Test
    void isNoObjectWhereAPageComesBack() throws Exception {
        try (var stub = new Stub(200, PAGE);
                var blobs = open(stub.address())) {
            assertThatThrownBy(() -> blobs.get(OBJECT, 1000))
                    .isInstanceOf(Failure.Unavailable.class)
                    .hasMessageContaining("no S3 server");
        }
    }

    private static S3Blobs open(URI address) throws Failure {
        return S3Blobs.open(Places.place("x", address), Places.WHO);
    }
}
