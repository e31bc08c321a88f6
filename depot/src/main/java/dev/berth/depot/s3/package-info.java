/// A depot's objects in a bucket: S3 and what speaks its language.
@NullMarked
package dev.berth.depot.s3;

import org.jspecify.annotations.NullMarked;
