package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Ending;
import dev.berth.runner.Following;
import dev.berth.runner.Turn;
import dev.berth.runner.agent.Agent;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.AgentGroups;
import dev.berth.session.events.Feed;
import dev.berth.session.events.OutputGroups;

import java.util.List;

/// Hears a turn out: what it says becomes events, each with the position up to which it was heard,
/// so that another server can go on there.
record Listening(Station station, Trees trees, Feed feed, Lease lease, long number) {
    /// From `position` on until the turn is over.
    Ending to(Turn turn, Session session, long position) throws Failure, InterruptedException {
        var agent = station.crew().profile(session.agent()).agent();
        return agent.isPresent()
                ? hear(turn, session, agent.get(), position)
                : read(turn, session, position);
    }

    /// Output as it comes.
    private Ending read(Turn turn, Session session, long position)
            throws Failure, InterruptedException {
        var limit = station.crew().profile(session.agent()).turn();
        try (var groups =
                new OutputGroups(
                        position,
                        (text, at) -> heard(at, List.of(Happenings.output(number, text))))) {
            var ending = Following.of(turn, position, limit, groups);
            groups.end();
            return ending;
        }
    }

    /// What an agent says of itself, and what of its own conversation is to be kept.
    private Ending hear(Turn turn, Session session, Agent agent, long position)
            throws Failure, InterruptedException {
        var casting = station.crew().casting(session);
        var tree = trees.of(session);
        var environment = station.crew().environment();
        try (var groups =
                new AgentGroups(
                        position,
                        told -> casting.listener(station.files(), tree, agent, environment, told),
                        (events, at) ->
                                heard(
                                        at,
                                        events.stream()
                                                .map(event -> Happenings.agent(number, event))
                                                .toList()))) {
            var ending = Following.of(turn, 0, casting.profile().turn(), groups);
            groups.end();
            groups.agent().ended(ending);
            return ending;
        }
    }

    private void heard(long position, List<Event.Draft> events) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var turns = now.life().turns().heard(position);
                            return Change.of(now.living(now.life().turning(turns)), events);
                        });
        feed.published(lease.key());
    }
}
