/// `berth tour`: the life of a session on real data, in a home of its own that is gone afterwards.
@NullMarked
package dev.berth.cli.tour;

import org.jspecify.annotations.NullMarked;
