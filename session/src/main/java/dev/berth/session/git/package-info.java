/// The `git` command: [Cloning] brings a repository of somebody else here, by [GitUrl].
@NullMarked
package dev.berth.session.git;

import org.jspecify.annotations.NullMarked;
