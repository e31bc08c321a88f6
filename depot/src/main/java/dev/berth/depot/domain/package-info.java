/// One key domain of one tenant: where its objects lie, and how they are sealed.
@NullMarked
package dev.berth.depot.domain;

import org.jspecify.annotations.NullMarked;
