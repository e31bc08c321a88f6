package dev.berth.bundle.secrets;

import java.util.Locale;
import java.util.regex.Pattern;

/// Files that hold secrets by their name: there, a value without a shape of its own is one by what
/// it is assigned to.
enum NamedFile {
    NONE("") {
        @Override
        boolean isSecret(String line) {
            return false;
        }
    },
    ENVIRONMENT("secret in an environment file") {
        @Override
        boolean isSecret(String line) {
            return Assignment.isSecretOfEnvironment(line);
        }
    },
    NPM("npm token") {
        @Override
        boolean isSecret(String line) {
            return NPM_LINE.matcher(line).find();
        }
    },
    NETRC("password for a machine") {
        @Override
        boolean isSecret(String line) {
            return NETRC_LINE.matcher(line).find();
        }
    },
    SECRETS("secret in a file of secrets") {
        @Override
        boolean isSecret(String line) {
            return Assignment.isSecretByName(line);
        }
    };

    private static final Pattern ENVIRONMENT_NAME =
            Pattern.compile("\\.env|\\.env\\..+|.+\\.env|\\.envrc|\\.flaskenv");
    private static final Pattern SAMPLE =
            Pattern.compile(".*(example|sample|template|tmpl|dist|schema|defaults?)");
    private static final Pattern SECRETS_NAME =
            Pattern.compile(
                    ".*(secret|credential|password).*\\.(ya?ml|json|toml|ini|properties|conf|cfg)"
                            + "|[._]?(secret|credential)s?(\\.txt)?|\\.pypirc");
    private static final Pattern SECRETS_SAMPLE =
            Pattern.compile(".*(example|sample|template|tmpl|schema|test).*");
    private static final Pattern NPM_LINE =
            Pattern.compile("^[^#;]*_(authToken|auth|password)\\s*=\\s*[\"']?[^\\s\"'${<]{6,}");
    private static final Pattern NETRC_LINE = Pattern.compile("(^|\\s)password\\s+[^\\s${<]{3,}");

    private final String kind;

    NamedFile(String kind) {
        this.kind = kind;
    }

    String kind() {
        return kind;
    }

    /// Whether a line of such a file, without spaces around it, holds a secret.
    abstract boolean isSecret(String line);

    /// By a file's own name; samples for others to fill in do not count.
    static NamedFile of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith("npmrc")) return NPM;
        if (lower.equals(".netrc") || lower.equals("_netrc")) return NETRC;
        if (lower.contains("env") && ENVIRONMENT_NAME.matcher(lower).matches()) {
            return SAMPLE.matcher(lower).matches() ? NONE : ENVIRONMENT;
        }
        // Nearly all names end here.
        if (lower.indexOf('s') < 0 && lower.indexOf('c') < 0) return NONE;
        boolean secrets =
                SECRETS_NAME.matcher(lower).matches() && !SECRETS_SAMPLE.matcher(lower).matches();
        return secrets ? SECRETS : NONE;
    }
}
