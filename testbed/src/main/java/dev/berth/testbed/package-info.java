/// Real peers for tests: a Docker engine of their own, the agents from npm, and a model that says
/// what a test wants. No room of the house, and never shipped.
@NullMarked
package dev.berth.testbed;

import org.jspecify.annotations.NullMarked;
