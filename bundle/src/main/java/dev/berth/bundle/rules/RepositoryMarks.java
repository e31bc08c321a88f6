package dev.berth.bundle.rules;

import dev.berth.disk.git.GitNames;

/// By what git knows a repository that is not called `.git`: a `HEAD` with `objects` and `refs`
/// beside it, or with a `commondir` that says where they are.
///
/// Of whatever type: git follows links there, and takes files that may be executed for folders.
public final class RepositoryMarks {
    private static final String STARTS = "hHoOrRcC";

    private boolean head;
    private boolean objects;
    private boolean refs;
    private boolean elsewhere;

    /// Whether a name could be one of those; nearly none can.
    public static boolean mayBe(String name) {
        char first = name.charAt(0);
        if (first >= 0x80) return true;
        return STARTS.indexOf(first) >= 0;
    }

    /// Something of this name lies in the folder.
    public void see(String name) {
        if (!mayBe(name)) return;
        switch (GitNames.asTaken(name)) {
            case "head" -> head = true;
            case "objects" -> objects = true;
            case "refs" -> refs = true;
            case "commondir" -> elsewhere = true;
            default -> {
                // Any other name.
            }
        }
    }

    public boolean isRepository() {
        return head && (elsewhere || (objects && refs));
    }
}
