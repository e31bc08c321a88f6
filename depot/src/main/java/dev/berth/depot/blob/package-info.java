/// Where the objects of a depot lie: a port that a folder and a bucket can both keep.
@NullMarked
package dev.berth.depot.blob;

import org.jspecify.annotations.NullMarked;
