package dev.berth.session.life;

import dev.berth.bundle.BundleLimits;
import dev.berth.bundle.BundleProgress;
import dev.berth.bundle.Lanes;
import dev.berth.bundle.ship.Departure;
import dev.berth.bundle.ship.Ship;
import dev.berth.bundle.ship.ShipOptions;
import dev.berth.bundle.signing.KeyFolder;
import dev.berth.bundle.signing.SigningKey;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.disk.Volume;
import dev.berth.disk.moving.Create;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;

import java.nio.file.Path;
import java.util.Optional;

/// Shows the files of sessions to others, in every state and without starting anything: as a
/// bundle, or as an answer to a question. Safe for use by several threads.
public final class Sharing {
    private static final Name BUNDLE = Name.of("bundle");
    private static final int PRIVATE_FOLDER = 0700;

    private final Station station;
    private final Workshop shop;
    private final Looking looking;
    private final String producer;

    /// `producer` is what manifests say of who made them.
    Sharing(Station station, Workshop shop, String producer) {
        this.station = station;
        this.shop = shop;
        this.looking = new Looking(station, shop.trees(), shop.points());
        this.producer = producer;
    }

    /// Runs one read-only statement over a table `vfs` that holds all volumes; of a session that
    /// sleeps `tmp` is empty.
    public QueryResult query(SessionKey key, String sql, QueryLimits limits) throws Failure {
        return looking.at(
                key,
                shop::require,
                (session, sight) ->
                        switch (sight) {
                            case Sight.Live(var tree) -> {
                                try (var disk = disk(tree)) {
                                    yield disk.query(sql, limits);
                                }
                            }
                            case Sight.Asleep(var tree) -> {
                                try (var disk = disk(tree)) {
                                    yield disk.query(sql, limits, Volume.survivingResume());
                                }
                            }
                            case Sight.Cold(var checkpoint) ->
                                    cold(session, checkpoint, sql, limits);
                            case Sight.Nothing _ -> {
                                try (var table = station.disks().scratch(sql, limits)) {
                                    yield table.answer();
                                }
                            }
                        });
    }

    private TreeDisk disk(Path tree) throws Failure {
        return TreeDisk.open(station.files(), tree, station.clock(), station.disks());
    }

    private QueryResult cold(Session session, Checkpoint checkpoint, String sql, QueryLimits limits)
            throws Failure {
        try (var table = station.disks().scratch(sql, limits);
                var browsing = shop.points().tenant(session).browse(checkpoint)) {
            new ColdTable(browsing, table).fill();
            return table.answer();
        }
    }

    /// Says what would travel and what would not.
    public Departure preview(SessionKey key, ShipWish wish) throws Failure {
        return shipping(
                key,
                wish,
                (ship, tree, options, _) -> ship.preview(tree, options, BundleProgress.NONE));
    }

    /// Makes a bundle of a session, for the caller to close. Nothing of the session changes.
    public Parcel ship(SessionKey key, ShipWish wish) throws Failure {
        return shipping(
                key,
                wish,
                (ship, tree, options, scratch) -> {
                    var target = scratch.path().resolve(BUNDLE.toString());
                    var shipped = ship.ship(tree, target, options, BundleProgress.NONE);
                    try {
                        return new Parcel(shipped, scratch.folder().read(BUNDLE));
                    } catch (FileFault fault) {
                        throw fault.asFailure(target.toString());
                    }
                });
    }

    /// What is done with a tree that is to be shipped.
    private interface Work<T> {
        T on(Ship ship, Path tree, ShipOptions options, Scratch scratch) throws Failure;
    }

    private <T> T shipping(SessionKey key, ShipWish wish, Work<T> work) throws Failure {
        return looking.at(
                key,
                shop::require,
                (session, sight) -> {
                    var sign =
                            wish.sign() ? Optional.of(key(session)) : Optional.<SigningKey>empty();
                    try (var scratch = Scratch.open(station);
                            var lanes = Lanes.of(station.depot().tools().threads())) {
                        var ship =
                                new Ship(
                                        station.files(),
                                        station.disks(),
                                        lanes,
                                        BundleLimits.USUAL,
                                        producer);
                        boolean asleep = !(sight instanceof Sight.Live);
                        var tree = tree(session, sight, scratch);
                        return work.on(ship, tree, wish.options(sign, asleep), scratch);
                    }
                });
    }

    /// Where the files lie; what is cold is brought into the scratch folder, every byte verified.
    private Path tree(Session session, Sight sight, Scratch scratch) throws Failure {
        return switch (sight) {
            case Sight.Live(var tree) -> tree;
            case Sight.Asleep(var tree) -> tree;
            case Sight.Cold(var checkpoint) -> {
                var tree = scratch.path().resolve("tree");
                shop.points().materialise(checkpoint, session, tree);
                yield tree;
            }
            case Sight.Nothing _ -> {
                var tree = scratch.path().resolve("tree");
                new Create(station.files(), station.disks()).tree(tree);
                yield tree;
            }
        };
    }

    /// The tenant's key, made when it is first needed.
    private SigningKey key(Session session) throws Failure {
        try (var home = station.files().open(station.home());
                var keys = AtomicFile.folders(home, PRIVATE_FOLDER, Name.of("keys"))) {
            return new KeyFolder(keys).findOrMake(session.tenant(), station.random()).key();
        } catch (FileFault fault) {
            throw fault.asFailure(station.home().resolve("keys").toString());
        }
    }
}
