/// Objects as files below one folder.
@NullMarked
package dev.berth.depot.blob.folder;

import org.jspecify.annotations.NullMarked;
