/// Traces for whoever collects them. OpenTelemetry stays in here, and is loaded only where somebody
/// asked for it.
@NullMarked
package dev.berth.server.telemetry;

import org.jspecify.annotations.NullMarked;
