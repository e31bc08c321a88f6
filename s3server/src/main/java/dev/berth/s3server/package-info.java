/// A real S3 server on loopback, for tests and benches, and what stands between it and its client.
@NullMarked
package dev.berth.s3server;

import org.jspecify.annotations.NullMarked;
