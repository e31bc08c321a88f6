package dev.berth.bundle.secrets;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

/// The shape of one kind of token: how it starts, what follows and how much of that.
///
/// @param kind for people
/// @param start the characters that it starts with
/// @param alphabet the characters that may follow, as an expression of ranges: `A-Z0-9_`
/// @param least how many of them at least
/// @param most how many at most; a longer run is something else
/// @param mixed whether digits and letters must both occur, so that words joined by dashes do not
///   count
record TokenShape(
        String kind, String start, Alphabet alphabet, int least, int most, boolean mixed) {
    private static final int ANY = Integer.MAX_VALUE;
    private static final Alphabet WORD = Alphabet.of("A-Za-z0-9");
    private static final Alphabet URL = Alphabet.of("A-Za-z0-9_-");
    private static final Alphabet HEX = Alphabet.of("0-9a-f");
    private static final Alphabet UPPER = Alphabet.of("A-Z0-9");
    private static final Alphabet BASE64 = Alphabet.of("A-Za-z0-9+/");

    private static final Alphabet PATH = Alphabet.of("A-Za-z0-9/_-");
    private static final Alphabet BASE64_URL = Alphabet.of("A-Za-z0-9+/=_-");

    static final List<TokenShape> ALL =
            List.of(
                    exactly("AWS access key id", "AKIA", UPPER, 16),
                    exactly("AWS access key id", "ASIA", UPPER, 16),
                    exactly("AWS access key id", "ABIA", UPPER, 16),
                    exactly("AWS access key id", "ACCA", UPPER, 16),
                    atLeast("Azure storage key", "AccountKey=", BASE64, 80),
                    atLeast("Azure access key", "SharedAccessKey=", BASE64, 40),
                    exactly("Google API key", "AIza", URL, 35),
                    atLeast("Google client secret", "GOCSPX-", URL, 24),
                    atLeast("Google access token", "ya29.", URL, 20),
                    atLeast("GitHub token", "ghp_", WORD, 36),
                    atLeast("GitHub token", "gho_", WORD, 36),
                    atLeast("GitHub token", "ghu_", WORD, 36),
                    atLeast("GitHub token", "ghs_", WORD, 36),
                    atLeast("GitHub token", "ghr_", WORD, 36),
                    atLeast("GitHub token", "github_pat_", Alphabet.of("A-Za-z0-9_"), 22),
                    atLeast("GitLab token", "glpat-", URL, 20),
                    atLeast("GitLab token", "gldt-", URL, 20),
                    atLeast("GitLab token", "glrt-", URL, 20),
                    atLeast("GitLab token", "glptt-", URL, 20),
                    atLeast("GitLab token", "glcbt-", URL, 20),
                    mixed("Slack token", "xoxb-", URL, 10),
                    mixed("Slack token", "xoxp-", URL, 10),
                    mixed("Slack token", "xoxa-", URL, 10),
                    mixed("Slack token", "xoxr-", URL, 10),
                    mixed("Slack token", "xoxs-", URL, 10),
                    mixed("Slack token", "xoxe-", URL, 10),
                    mixed("Slack token", "xoxe.xox", URL, 10),
                    mixed("Slack token", "xapp-", URL, 20),
                    atLeast("Slack webhook", "hooks.slack.com/services/T", BASE64, 20),
                    atLeast("Discord webhook", "discord.com/api/webhooks/", PATH, 60),
                    atLeast("Discord webhook", "discordapp.com/api/webhooks/", PATH, 60),
                    atLeast("npm token", "_authToken=", BASE64_URL, 8),
                    atLeast("Stripe key", "sk_live_", WORD, 16),
                    atLeast("Stripe key", "rk_live_", WORD, 16),
                    atLeast("Stripe key", "sk_test_", WORD, 16),
                    atLeast("Stripe key", "rk_test_", WORD, 16),
                    atLeast("Stripe webhook secret", "whsec_", BASE64, 24),
                    mixed("Anthropic key", "sk-ant-", URL, 20),
                    mixed("OpenAI key", "sk-proj-", URL, 20),
                    mixed("OpenAI key", "sk-svcacct-", URL, 20),
                    mixed("OpenAI key", "sk-admin-", URL, 20),
                    mixed("OpenRouter key", "sk-or-", URL, 20),
                    mixed("OpenAI key", "sk-", WORD, 32),
                    atLeast("npm token", "npm_", WORD, 36),
                    atLeast("PyPI token", "pypi-", URL, 50),
                    atLeast("RubyGems key", "rubygems_", HEX, 48),
                    exactly("Hugging Face token", "hf_", WORD, 34),
                    atLeast("DigitalOcean token", "dop_v1_", HEX, 64),
                    atLeast("DigitalOcean token", "doo_v1_", HEX, 64),
                    atLeast("Docker token", "dckr_pat_", URL, 20),
                    exactly("Databricks token", "dapi", HEX, 32),
                    atLeast("Shopify token", "shpat_", WORD, 32),
                    atLeast("Shopify token", "shpss_", WORD, 32),
                    atLeast("Vault token", "hvs.", URL, 24),
                    exactly("Twilio key", "SK", HEX, 32),
                    mixed("SendGrid key", "SG.", Alphabet.of("A-Za-z0-9_.-"), 60),
                    atLeast("Atlassian token", "ATATT3", URL, 60),
                    atLeast("Grafana token", "glsa_", URL, 32),
                    atLeast("Groq key", "gsk_", WORD, 40),
                    atLeast("xAI key", "xai-", WORD, 60),
                    atLeast("Linear key", "lin_api_", WORD, 32),
                    atLeast("Supabase token", "sbp_", HEX, 40),
                    mixed("Tailscale key", "tskey-", URL, 20),
                    atLeast("age secret key", "AGE-SECRET-KEY-1", UPPER, 50));

    static TokenShape exactly(String kind, String start, Alphabet alphabet, int length) {
        return new TokenShape(kind, start, alphabet, length, length, false);
    }

    static TokenShape atLeast(String kind, String start, Alphabet alphabet, int least) {
        return new TokenShape(kind, start, alphabet, least, ANY, false);
    }

    static TokenShape mixed(String kind, String start, Alphabet alphabet, int least) {
        return new TokenShape(kind, start, alphabet, least, ANY, true);
    }

    /// All ways in which such a token may begin.
    List<String> firstThree() {
        if (start.length() >= 3) return List.of(start.substring(0, 3));
        return alphabet.members().stream().mapToObj(c -> start + (char) c).toList();
    }

    /// Whether a token of this shape starts at `at`.
    boolean isAt(byte[] bytes, int at, int end) {
        if (!Texts.startsWith(bytes, at, end, start)) return false;
        int from = at + start.length();
        int stop = from;
        boolean letter = false;
        boolean digit = false;
        int limit =
                (int) Math.min(end, from + Math.min(most, SecretScanner.OVERLAP_BYTES / 2L) + 1);
        for (; stop < limit && alphabet.has(bytes[stop]); stop++) {
            digit |= Texts.isDigit(bytes[stop]);
            letter |= Texts.isLetter(bytes[stop]);
        }
        int length = stop - from;
        return length >= least && length <= most && (!mixed || (letter && digit));
    }

    /// A set of characters.
    record Alphabet(BitSet members) {
        static Alphabet of(String ranges) {
            byte[] all = ranges.getBytes(StandardCharsets.US_ASCII);
            var members = new BitSet();
            for (int i = 0; i < all.length; i++) {
                boolean range = i + 2 < all.length && all[i + 1] == '-';
                members.set(all[i], (range ? all[i + 2] : all[i]) + 1);
                if (range) i += 2;
            }
            return new Alphabet(members);
        }

        boolean has(byte b) {
            return b >= 0 && members.get(b);
        }
    }
}
