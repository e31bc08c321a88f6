package dev.berth.session.life;

import java.util.Optional;

/// How a turn ended: `exited`, `cancelled`, `out_of_time`, `over_quota`, `lost` or `failed`, with
/// the command's exit code where it has one, and the checkpoint after it.
public record TurnResult(long turn, String ending, int exitCode, Optional<String> checkpoint) {}
