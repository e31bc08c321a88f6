package dev.berth.cli.serve;

import dev.berth.cli.Reply;
import dev.berth.cli.World;
import dev.berth.cli.doctor.Doctor;
import dev.berth.cli.settings.Settings;
import dev.berth.depot.Depot;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.life.Orphans;
import dev.berth.session.life.Rebuilding;
import dev.berth.session.sqlite.SqliteCatalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The sessions of a data folder while no server has it: the doctor takes its place, so that none
/// starts meanwhile.
public final class SessionsOnDisk implements Doctor.Sessions {
    private static final Name FILE = PrivateCatalog.FILE;

    @Override
    public Optional<List<String>> orphans(Settings settings, World world) throws Failure {
        boolean any = settings.databaseUrl().isPresent() || isThere(world, FILE);
        if (!any) return Optional.empty();
        try (var _ = ServerHome.take(world)) {
            var station = new OpenStation(world, settings).open();
            try (Catalog _ = station.catalog();
                    Depot _ = station.depot()) {
                return Optional.of(new Orphans(station).everywhere());
            }
        } catch (Failure.Locked busy) {
            return Optional.empty();
        }
    }

    @Override
    public Reply rebuild(Settings settings, World world) throws Failure {
        try (var _ = ServerHome.take(world)) {
            Optional<String> aside =
                    settings.databaseUrl().isPresent() ? Optional.empty() : setAside(world);
            var station = new OpenStation(world, settings).open();
            try (Catalog _ = station.catalog();
                    Depot _ = station.depot()) {
                var rebuilt = new Rebuilding(station).run();
                return new RebuiltReply(rebuilt, aside, new Orphans(station).everywhere());
            }
        }
    }

    /// Moves away what cannot be read: a damaged catalog, or what is left beside one that is gone.
    /// Answers its new name.
    private static Optional<String> setAside(World world) throws Failure {
        boolean there = isThere(world, FILE);
        boolean whole =
                there && SqliteCatalog.damage(world.dataFolder().resolve("catalog.db")).isEmpty();
        if (whole) return Optional.empty();
        var moved = new ArrayList<String>();
        String ending = ".damaged-" + world.clock().millis();
        try (var home = world.files().open(world.dataFolder())) {
            for (String part : PrivateCatalog.PARTS) {
                if (home.stat(Name.of(FILE + part)).isEmpty()) continue;
                var to = FILE + ending + part;
                home.renameNew(Name.of(FILE + part), home, Name.of(to));
                moved.add(to);
            }
            home.sync();
        } catch (FileFault fault) {
            throw fault.asFailure("the data folder " + world.dataFolder());
        }
        return moved.stream().findFirst();
    }

    private static boolean isThere(World world, Name name) throws Failure {
        try (var home = world.files().open(world.dataFolder())) {
            return home.stat(name).isPresent();
        } catch (FileFault notThere) {
            return false;
        }
    }
}
