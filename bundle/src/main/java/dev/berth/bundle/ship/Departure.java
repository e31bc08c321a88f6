package dev.berth.bundle.ship;

import dev.berth.disk.Tally;
import dev.berth.disk.Volume;

import java.util.List;
import java.util.Map;

/// What travels and what stays at home.
///
/// @param sent by volume
/// @param withheld by volume, whole volumes
/// @param repositories the names of repositories that stay at home
/// @param inRepositories what is in them
/// @param leftOut single entries that stay at home, each with its reason
/// @param unsettled files that somebody wrote while they were read
/// @param secrets what looks like a secret
/// @param unmatched places of allowed secrets at which none was found
public record Departure(
        Map<Volume, Tally> sent,
        Map<Volume, Tally> withheld,
        List<String> repositories,
        Tally inRepositories,
        List<LeftOut> leftOut,
        List<String> unsettled,
        List<FoundSecret> secrets,
        List<String> unmatched) {
    public Departure {
        sent = Map.copyOf(sent);
        withheld = Map.copyOf(withheld);
        repositories = List.copyOf(repositories);
        leftOut = List.copyOf(leftOut);
        unsettled = List.copyOf(unsettled);
        secrets = List.copyOf(secrets);
        unmatched = List.copyOf(unmatched);
    }

    /// One entry that does not travel.
    public record LeftOut(String path, String reason) {}
}
