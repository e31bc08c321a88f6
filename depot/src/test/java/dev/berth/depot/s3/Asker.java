package dev.berth.depot.s3;

import dev.berth.failure.Failure;

import java.net.URI;

/// Looks into a store as whom this process's own environment says.
final class Asker {
    private Asker() {}

    public static void main(String[] arguments) {
        var place = Places.place("x", URI.create(arguments[0]));
        try (var blobs = S3Blobs.open(place, new Identity(System.getenv()))) {
            System.out.println("saw " + blobs.list("").size());
        } catch (Failure failure) {
            System.out.println(failure.what());
        }
    }
}
