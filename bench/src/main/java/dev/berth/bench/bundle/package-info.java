/// What it costs to ship and to receive, beside `zip -r` and `unzip`.
@NullMarked
package dev.berth.bench.bundle;

import org.jspecify.annotations.NullMarked;
