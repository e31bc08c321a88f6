package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.profile.Profile;
import dev.berth.session.Life;
import dev.berth.session.Marks;
import dev.berth.session.Placement;
import dev.berth.session.Session;
import dev.berth.session.SessionIds;
import dev.berth.session.SessionState;
import dev.berth.session.Times;
import dev.berth.session.catalog.Change;

import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Makes and enters new sessions; what cannot be is refused before anything is written.
record Creating(Station station, SessionIds ids) {
    Session create(NewSession wish) throws Failure {
        return enter(plan(wish), Change.First.of());
    }

    Session enter(Session session, Change.First first) throws Failure {
        station.catalog().access().addTenant(session.tenant());
        return station.catalog().create(session, first).session();
    }

    /// The session that is wished for; nothing is written.
    Session plan(NewSession wish) throws Failure {
        var profile = station.crew().profile(wish.agent());
        var refusal = Placement.refusal(wish.storage(), wish.mobility(), station.site());
        if (refusal.isPresent()) throw refusal.get();
        var id =
                wish.id().isPresent()
                        ? wish.id().get()
                        : wish.playbook() ? ids.nextPlaybook() : ids.next();
        var marks =
                new Marks(
                        false,
                        false,
                        false,
                        wish.tags(),
                        Optional.empty(),
                        wish.playbook() || SessionIds.isPlaybook(id),
                        false);
        return new Session(
                wish.tenant(),
                id,
                wish.name().isBlank() ? id.value() : wish.name(),
                wish.agent(),
                SessionState.CREATED,
                new Session.Place(wish.storage(), wish.mobility(), station.node()),
                new Session.Room(wish.quota(), 0),
                marks,
                times(wish, profile),
                life(wish, profile),
                profile.warnings());
    }

    private Times times(NewSession wish, Profile profile) throws Failure {
        var now = station.clock().instant().truncatedTo(ChronoUnit.MICROS);
        boolean fromActivity = wish.expiresIn().isEmpty() && !profile.persistentSessions();
        var expiresIn = fromActivity ? Optional.of(Times.EPHEMERAL_LIFE) : wish.expiresIn();
        return new Times(
                now,
                now,
                expiresIn,
                fromActivity,
                expiresIn.map(now::plus),
                station.rules().retention().granted(wish.retention()),
                Optional.empty());
    }

    private static Life life(NewSession wish, Profile profile) {
        return new Life(
                profile.persistentSessions(),
                wish.ownKey(),
                Optional.empty(),
                Optional.empty(),
                0,
                1,
                Optional.empty(),
                false,
                Life.Turns.NONE);
    }
}
