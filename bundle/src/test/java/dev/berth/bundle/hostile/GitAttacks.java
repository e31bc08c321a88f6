package dev.berth.bundle.hostile;

import static dev.berth.bundle.hostile.PathAttacks.paths;

/// Repositories, under whatever name.
final class GitAttacks {
    private GitAttacks() {}

    static void list(Attacks to) {
        paths(to, "repository", "/.git/config", "/dir/.git/hooks/pre-commit", "/.git/HEAD");
        paths(to, "repository in another case", "/.GIT/config", "/.Git/HEAD", "/dir/.giT/x");
        paths(to, "repository by its short name", "/git~1/config", "/GIT~1/HEAD", "/dir/git~2/x");
        paths(to, "repository with a stream", "/.git::$INDEX_ALLOCATION/config", "/.git:x/y");
        paths(to, "repository with an ending", "/.git./config", "/.git /config", "/.git. ./x");
        paths(to, "repository with invisible characters", "/.g\u200cit/config", "/\u200b.git/x");
        paths(to, "repository with invisible characters", "/.git\u200d/x", "/.gi\u2060t/config");
        paths(to, "repository with invisible characters", "/\ufeff.git/x", "/.g\u00adit/HEAD");
        paths(to, "repository in wide letters", "/.ｇｉｔ/config", "/．git/x");
        paths(to, "pointer to a repository", "/.git", "/dir/.git", "/dir/.GIT");
        to.part("link to a repository", "one", Part.link("/.git", "dir"));
        to.part("empty repository", "one", Part.folder("/.git"));
        to.add("repository without a work tree", "plain", forge -> bare(forge, "/r"));
        to.add("repository without a work tree", "deep", forge -> bare(forge, "/a/b/c.git"));
        to.add("repository without a work tree", "at the top", forge -> bare(forge, ""));
        to.add(
                "repository without a work tree",
                "in another case",
                forge ->
                        forge.add(Part.file("/r/head", "ref: refs/heads/main\n"))
                                .add(Part.folder("/r/Objects"))
                                .add(Part.folder("/r/REFS")));
        to.add(
                "repository without a work tree",
                "with a link for a head",
                forge ->
                        forge.add(Part.link("/r/HEAD", "refs/heads/main"))
                                .add(Part.file("/r/objects/x", "x"))
                                .add(Part.file("/r/refs/heads/main", "x")));
        disguised(to, "links for folders", "HEAD", "objects@", "refs@");
        disguised(to, "files for folders", "HEAD", "objects", "refs");
        disguised(to, "a folder for a head", "HEAD/", "objects/", "refs/");
        disguised(to, "folders elsewhere", "HEAD", "commondir");
        disguised(to, "a link to folders elsewhere", "HEAD@", "commondir@");
        disguised(to, "folders elsewhere in another case", "Head", "CommonDir");
        disguised(to, "invisible characters", "HE\u200cAD", "objects", "re\u00adfs");
        disguised(to, "wide letters", "ＨＥＡＤ", "objects", "ｒｅｆｓ");
        disguised(to, "streams", "HEAD::$DATA", "objects::$INDEX_ALLOCATION/", "refs/");
        to.add(
                "repository that was not asked for",
                "said",
                forge -> {
                    forge.gitIncluded = true;
                    forge.add(Part.file("/.git/config", "[core]"));
                });
        to.add(
                "repository that was not asked for",
                "without a work tree",
                forge -> {
                    forge.gitIncluded = true;
                    bare(forge, "/r");
                });
        to.add("repository said and not there", "one", forge -> forge.gitIncluded = true);
    }

    /// Names with `/` behind them are folders, with `@` links, and others files.
    private static void disguised(Attacks to, String how, String... names) {
        to.add(
                "repository in disguise",
                how,
                forge -> {
                    for (String name : names) {
                        String path = "/r/" + name.replaceAll("[/@]$", "");
                        if (name.endsWith("/")) forge.add(Part.folder(path));
                        else if (name.endsWith("@")) forge.add(Part.link(path, "../dir"));
                        else forge.add(Part.file(path, "x"));
                    }
                });
    }

    private static void bare(Forge forge, String at) {
        forge.add(Part.file(at + "/HEAD", "ref: refs/heads/main\n"))
                .add(Part.file(at + "/config", "[core]\n\tfsmonitor = touch /tmp/owned\n"))
                .add(Part.folder(at + "/objects"))
                .add(Part.folder(at + "/refs/heads"));
    }
}
