package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

import java.util.Optional;

/// Ends a turn that nobody wants any more. One that runs is cancelled; one that is still to come is
/// told to be over at once, and passed over when it is next. Whoever has the lease does so: nobody
/// else could end what runs.
record Cancelling(Station station, Workshop shop) {
    static final String HOW = "cancelled";
    static final int CODE = 130;

    void cancel(SessionKey key, long turn) throws Failure {
        if (shop.require(key).life().turns().done() >= turn) return;
        shop.leased(
                key,
                lease -> {
                    if (withdraw(lease, turn)) {
                        shop.desk(key).settle(result(turn));
                        return turn;
                    }
                    var running = shop.desk(key).unwanted(turn);
                    // A sandbox that stands still for a checkpoint does not hear that it is to end.
                    try (var _ = shop.trees().grips().writing(key)) {
                        if (running != null) shop.cancel(key, running);
                    }
                    return turn;
                });
    }

    /// How a turn ended that never began.
    static TurnResult result(long turn) {
        return new TurnResult(turn, HOW, CODE, Optional.empty());
    }

    /// Whether it was still to come. After that nothing of it is executed, whoever has the session.
    private boolean withdraw(Lease lease, long turn) throws Failure {
        var done =
                station.catalog()
                        .commit(
                                lease,
                                (now, _) -> {
                                    var turns = now.life().turns();
                                    if (!turns.isToCome(turn)) return Change.of(now);
                                    var life = now.life().turning(turns.withdraw(turn));
                                    return Change.of(
                                            now.living(life),
                                            Happenings.ended(turn, HOW, CODE, false));
                                });
        return done.session().life().turns().isWithdrawn(turn);
    }
}
