/// `berth serve`: the data folder, the sessions in it and the server before them, put together.
@NullMarked
package dev.berth.cli.serve;

import org.jspecify.annotations.NullMarked;
