package dev.berth.server;

import dev.berth.server.BerthServer.Parts;
import dev.berth.server.access.Logins;
import dev.berth.server.access.Tokens;
import dev.berth.server.files.FileRoutes;
import dev.berth.server.files.UploadRoute;
import dev.berth.server.http.Route;
import dev.berth.server.operations.DocumentRoutes;
import dev.berth.server.operations.Figures;
import dev.berth.server.operations.HealthRoutes;
import dev.berth.server.operations.LoginRoutes;
import dev.berth.server.operations.OverviewRoutes;
import dev.berth.server.operations.TokenRoutes;
import dev.berth.server.workspaces.BundleRoutes;
import dev.berth.server.workspaces.DiffRoute;
import dev.berth.server.workspaces.EventRoutes;
import dev.berth.server.workspaces.QueryRoute;
import dev.berth.server.workspaces.ShipRoute;
import dev.berth.server.workspaces.TurnRoutes;
import dev.berth.server.workspaces.VerbRoutes;
import dev.berth.server.workspaces.WorkspaceRoutes;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Every route there is.
final class Table {
    private Table() {}

    static List<Route> of(
            Parts parts, Tokens tokens, Logins logins, Figures figures, BooleanSupplier stopping) {
        var catalog = parts.station().catalog();
        var sessions = parts.sessions();
        var sharing = sessions.sharing(parts.trade().producer());
        return Stream.of(
                        new WorkspaceRoutes(sessions, catalog, parts.trade().importRoots())
                                .routes(),
                        new TurnRoutes(sessions, catalog).routes(),
                        new EventRoutes(sessions, catalog, tokens, stopping).routes(),
                        new VerbRoutes(sessions).routes(),
                        new DiffRoute(sessions).routes(),
                        new ShipRoute(sessions, sharing).routes(),
                        new QueryRoute(sessions, sharing).routes(),
                        new BundleRoutes(sessions).routes(),
                        new FileRoutes(sessions).routes(),
                        new UploadRoute(sessions).routes(),
                        DocumentRoutes.load().routes(),
                        new TokenRoutes(catalog.access(), tokens).routes(),
                        new OverviewRoutes(catalog, parts.agents()).routes(),
                        new HealthRoutes(catalog, stopping).routes(),
                        figures.routes(),
                        new LoginRoutes(logins).routes())
                .flatMap(List::stream)
                .toList();
    }
}
