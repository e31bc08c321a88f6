/// Master keys that another program keeps: a key management service, a smart card, an agent.
@NullMarked
package dev.berth.depot.key.command;

import org.jspecify.annotations.NullMarked;
