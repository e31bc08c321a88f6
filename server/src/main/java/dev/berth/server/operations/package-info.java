/// What operators ask: tokens and tenants, health, figures, what agents there are.
@NullMarked
package dev.berth.server.operations;

import org.jspecify.annotations.NullMarked;
