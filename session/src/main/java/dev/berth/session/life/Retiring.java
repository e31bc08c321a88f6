package dev.berth.session.life;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.Times;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

/// Takes the files of a session that is over out of use: its tree goes to the trash. The row and
/// the conversation stay.
record Retiring(Station station, Trees trees, Points points) {
    void retire(Lease lease, Session session) throws Failure {
        if (trees.isThere(session)) toTrash(session);
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var over =
                                    now.times()
                                            .over()
                                            .map(
                                                    end ->
                                                            new Times.Over(
                                                                    end.at(), end.reason(), true));
                            return Change.of(
                                    over.map(end -> now.timed(now.times().ended(end))).orElse(now),
                                    Happenings.state(
                                            now.state(),
                                            now.state(),
                                            "the retention is over: files moved to the trash"));
                        });
    }

    private void toTrash(Session session) throws Failure {
        var tree = trees.of(session);
        try (var home = station.files().open(station.home());
                var trash = AtomicFile.folders(home, 0700, Name.of("trash"));
                var ground = station.files().open(trees.ground(session))) {
            var name = Name.of(Long.toString(session.life().folder()));
            ground.renameNew(
                    name, trash, Name.of(session.id().value() + "." + station.clock().millis()));
            trash.sync();
            ground.sync();
        } catch (FileFault fault) {
            throw fault.asFailure(tree.toString());
        }
    }
}
