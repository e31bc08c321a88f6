/// What an operator has decided: `berth.yaml`, the environment, and the defaults, read once. Start
/// at [Settings]; [Keys] is the table of all keys. Rooms below get values, never settings.
@NullMarked
package dev.berth.cli.settings;

import org.jspecify.annotations.NullMarked;
