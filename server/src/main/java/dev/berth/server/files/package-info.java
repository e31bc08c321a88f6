/// Files of workspaces over HTTP: [FileRoutes] lists, reads, writes and removes. Conditions and
/// ranges are read strictly; what is served can do nothing in a browser.
@NullMarked
package dev.berth.server.files;

import org.jspecify.annotations.NullMarked;
