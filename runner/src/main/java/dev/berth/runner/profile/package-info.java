/// How an agent runs: a [Profile] says with which command, in which kind of sandbox, within which
/// limits. Start there; [BuiltIn] has those that need no file, a [Casting] makes a profile's plan
/// and turns on this machine. Knows nothing of files of settings: `cli` reads those.
@NullMarked
package dev.berth.runner.profile;

import org.jspecify.annotations.NullMarked;
