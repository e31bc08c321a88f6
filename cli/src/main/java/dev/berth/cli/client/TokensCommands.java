package dev.berth.cli.client;

import dev.berth.cli.Group;

/// The group `tokens`.
public final class TokensCommands {
    public static final String SUMMARY = "Lets others talk to the server, as far as you say.";

    private TokensCommands() {}

    public static Group group() {
        return Group.of("tokens", SUMMARY, new CreateToken(), new ListTokens(), new RevokeToken());
    }
}
