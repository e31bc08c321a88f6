/// Sessions, which the API calls workspaces: what can be asked of them and done with them.
@NullMarked
package dev.berth.server.workspaces;

import org.jspecify.annotations.NullMarked;
