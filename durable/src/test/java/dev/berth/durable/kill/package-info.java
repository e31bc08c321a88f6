/// Real processes, killed at work: what they acknowledged is there.
@NullMarked
package dev.berth.durable.kill;

import org.jspecify.annotations.NullMarked;
