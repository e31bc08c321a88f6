/// What lives in a sandbox, and how the server speaks with it: a small shell program that starts
/// turns, a pipe that brings it requests, and a folder of files through which it answers. The same
/// in every kind of sandbox; start at [Resident].
@NullMarked
package dev.berth.runner.resident;

import org.jspecify.annotations.NullMarked;
