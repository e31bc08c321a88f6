package dev.berth.flow;

import java.util.Optional;

/// Where a project stands.
///
/// @param putAway what was found unreadable just now, and put away
/// @param instructionsCurrent whether the agent's file says what the session says
public record FlowStatus(
        ProjectRoot root,
        Optional<FlowSession> session,
        History history,
        Optional<String> putAway,
        boolean instructionsCurrent) {}
