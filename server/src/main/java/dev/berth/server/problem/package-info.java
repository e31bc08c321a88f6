/// What goes wrong, in the words of HTTP: [Problem] is the document, [Objection] carries one up.
@NullMarked
package dev.berth.server.problem;

import org.jspecify.annotations.NullMarked;
