/// What looks like a secret. [SecretScanner] goes over the bytes of one file, once and from front
/// to back; [TokenShape] has the shapes that services give to their tokens. Nothing here ever
/// repeats what it found: a [Finding] says where, and what kind.
@NullMarked
package dev.berth.bundle.secrets;

import org.jspecify.annotations.NullMarked;
