/// What may be called how, and point where, in something that a stranger unpacks. [NameRules] looks
/// at one name, [LinkRules] at one link, [Shape] at all entries together, in their order. Shipping
/// asks before anything is written; receiving asks again.
@NullMarked
package dev.berth.bundle.rules;

import org.jspecify.annotations.NullMarked;
