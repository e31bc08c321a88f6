/// Who may do what: [Tokens] knows callers, [Doors] whom a browser may be sent by, [Logins] the
/// console's way in, [Rates] how often somebody may ask.
@NullMarked
package dev.berth.server.access;

import org.jspecify.annotations.NullMarked;
