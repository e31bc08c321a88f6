package dev.berth.cli.depot;

import dev.berth.cli.Given;
import dev.berth.cli.World;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;

/// What this machine remembers of trees, and by which names.
final class Memories {
    private Memories() {}

    static CacheKey key(World world, OpenedDepot opened, Domain domain, Path tree) throws Failure {
        try {
            return new CacheKey(
                    opened.depot().description().id(),
                    domain.tenant(),
                    domain.name().value(),
                    world.files().realPath(tree).toString());
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
    }

    /// As [#key], of a folder that may not be there yet.
    static CacheKey keyOfTarget(World world, OpenedDepot opened, Domain domain, Path target)
            throws Failure {
        var place = Place.of(target);
        var folder = key(world, opened, domain, place.folder());
        String root = new Place(Path.of(folder.root()), place.name()).toString();
        return new CacheKey(folder.depot(), folder.tenant(), folder.domain(), root);
    }

    /// The depot's own folder, which no snapshot takes.
    static Optional<FileStat> depot(Given given, World world) throws Failure {
        var path = OpenedDepot.folder(given, world);
        if (path.isEmpty()) return Optional.empty();
        try (var folder = world.files().open(path.get())) {
            return Optional.of(folder.stat());
        } catch (FileFault fault) {
            throw fault.asFailure(given.text(OpenedDepot.DEPOT));
        }
    }
}
