package dev.berth.session.git;

import dev.berth.failure.Failure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// Where a repository can be cloned from: over https, without a user or a password in it, since
/// those would stay in the clone.
public final class GitUrl {
    private static final int LONGEST = 2048;

    private final String text;

    private GitUrl(String text) {
        this.text = text;
    }

    /// Whether somebody means a repository, perhaps one that cannot be cloned.
    public static boolean isMeant(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.contains("://") || lower.contains("::") || lower.matches("[^/@:]+@[^/:]+:.*");
    }

    public static GitUrl parse(String text) throws Failure {
        boolean plain = text.length() <= LONGEST && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (plain && text.startsWith("https://")) {
            try {
                var uri = new URI(text);
                boolean bare = uri.getRawQuery() == null && uri.getRawFragment() == null;
                boolean named = uri.getHost() != null && uri.getRawPath().length() > 1;
                if (uri.getRawUserInfo() != null) throw withUser();
                if (bare && named) return new GitUrl(text);
            } catch (URISyntaxException notAUrl) {
                // Answered below, with all else that is none.
            }
        }
        throw new Failure.Refused(
                "this is no https address of a repository",
                "repositories are cloned over https only, such as https://host/owner/name.git");
    }

    private static Failure withUser() {
        return new Failure.Refused(
                "the address of the repository holds a user or a password",
                "clone it yourself and import the folder, or use one that needs none");
    }

    @Override
    public String toString() {
        return text;
    }
}
