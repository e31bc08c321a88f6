/// The files of one volume of a session, wherever they lie: [FileTree] looks at them, in a live
/// folder, in a checkpoint of the depot or in a frozen disk. [Incoming] and [Placing] bring new
/// ones in. Knows nothing of states and leases.
@NullMarked
package dev.berth.session.files;

import org.jspecify.annotations.NullMarked;
