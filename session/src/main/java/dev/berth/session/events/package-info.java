/// What happened in a session, told: as it happens ([Feed]), and as a whole ([Transcript]).
@NullMarked
package dev.berth.session.events;

import org.jspecify.annotations.NullMarked;
