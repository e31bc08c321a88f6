/// The life of a session: what it is and which moves it may make. Start at [Session] and
/// [SessionState]; the decisions ([Dispatch], [IdlePolicy], [Placement], [Quota], [Retention],
/// [Capacity]) are pure functions of what they are given. Knows neither SQL nor HTTP.
@NullMarked
package dev.berth.session;

import org.jspecify.annotations.NullMarked;
