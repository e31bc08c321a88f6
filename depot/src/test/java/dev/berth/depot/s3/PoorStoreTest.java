package dev.berth.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.BlobName;
import dev.berth.failure.Failure;
import dev.berth.s3server.Message;
import dev.berth.s3server.Relay;
import dev.berth.s3server.S3Server;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;

@DisplayName("A store that can do little")
class PoorStoreTest {
    private static final BlobName OBJECT = new BlobName("object");
    private static final Relay.Way REFUSES_CONDITIONS =
            (request, wire) -> {
                if (request.header("If-None-Match").isEmpty()) Relay.PLAIN.carry(request, wire);
                else wire.reply(Message.refusal(501, "NotImplemented"));
            };
    private static final Relay.Way IGNORES_CONDITIONS =
            (request, wire) -> {
                var answer = wire.ask(request);
                var taken = new Message("HTTP/1.1 200 OK", List.of("ETag: \"x\""), new byte[0]);
                wire.reply(answer.status() == 412 ? taken : answer);
            };
    private static final Relay.Way KEEPS_UPLOADS =
            (request, wire) -> {
                boolean gives = request.method().equals("DELETE");
                boolean tells = request.method().equals("GET");
                boolean ofUploads = request.target().contains("upload");
                if (ofUploads && (gives || tells)) {
                    wire.reply(Message.refusal(405, "MethodNotAllowed"));
                } else {
                    Relay.PLAIN.carry(request, wire);
                }
            };

    @Test
    void isToldFromOneThatDecides() throws Failure {
        for (var way : List.of(REFUSES_CONDITIONS, IGNORES_CONDITIONS)) {
            try (var relay = Relay.to(S3Server.here().address(), way);
                    var blobs = open(relay)) {
                assertThat(blobs.abilities()).isEqualTo(new Abilities(false, true, true, true));
                assertThat(blobs.list("")).isEmpty();
            }
        }
    }

    @Test
    void stillMakesAnObjectOnce() throws Failure {
        try (var relay = Relay.to(S3Server.here().address(), REFUSES_CONDITIONS);
                var blobs = open(relay)) {
            assertThat(blobs.putIfAbsent(OBJECT, new byte[] {1})).isTrue();
            assertThat(blobs.putIfAbsent(OBJECT, new byte[] {2})).isFalse();
            assertThat(blobs.get(OBJECT, 10))
                    .hasValueSatisfying(bytes -> assertThat(bytes).containsExactly(1));
        }
    }

    @Test
    void mayKeepWhatWasGivenUp() throws Failure {
        try (var relay = Relay.to(S3Server.here().address(), KEEPS_UPLOADS);
                var blobs = open(relay)) {
            assertThat(blobs.abilities()).isEqualTo(new Abilities(true, true, true, false));
            try (var upload = blobs.upload(OBJECT)) {
                upload.write(new byte[9_000_000], 0, 9_000_000);
            }
            assertThat(blobs.leftovers()).isEmpty();
            assertThat(blobs.list("")).isEmpty();
        }
    }

    @Test
    void isAskedInWordsThatAllKnow() throws Failure {
        Set<String> strange = new ConcurrentSkipListSet<>();
        Relay.Way listening =
                (request, wire) -> {
                    for (String name :
                            List.of(
                                    "x-amz-sdk-checksum-algorithm",
                                    "x-amz-checksum-crc32",
                                    "x-amz-trailer",
                                    "x-amz-decoded-content-length",
                                    "Content-Encoding")) {
                        if (request.header(name).isPresent()) strange.add(name);
                    }
                    Relay.PLAIN.carry(request, wire);
                };
        try (var relay = Relay.to(S3Server.here().address(), listening);
                var blobs = open(relay)) {
            blobs.abilities();
            blobs.put(OBJECT, new byte[1000]);
            try (var upload = blobs.upload(new BlobName("large"))) {
                upload.write(new byte[9_000_000], 0, 9_000_000);
                upload.commit();
            }
            blobs.range(OBJECT, 10, 20);
        }
        assertThat(strange).isEmpty();
    }

    private static S3Blobs open(Relay relay) throws Failure {
        return S3Blobs.open(
                Places.place(UUID.randomUUID().toString(), relay.address()), Places.WHO);
    }
}
