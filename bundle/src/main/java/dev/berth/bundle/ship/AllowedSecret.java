package dev.berth.bundle.ship;

import dev.berth.disk.Shown;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

/// A place where something that looks like a secret may travel: `PATH:LINE`, the path as a find
/// shows it, or in the workspace with or without a slash in front. Line 0 is the name itself.
public record AllowedSecret(String path, long line) {
    public static AllowedSecret parse(String text) throws Failure {
        int colon = text.lastIndexOf(':');
        try {
            long line = Long.parseLong(text.substring(colon + 1));
            if (colon > 0 && line >= 0) return new AllowedSecret(text.substring(0, colon), line);
        } catch (NumberFormatException notALine) {
            // Answered below.
        }
        throw new Failure.Malformed(
                "'%s' is not PATH:LINE".formatted(Shown.text(text)),
                "write the place as the refusal shows it, such as workspace/config.yaml:12");
    }

    /// As it was written.
    String place() {
        return path + ":" + line;
    }

    boolean covers(String found, long at) {
        if (at != line) return false;
        String workspace = Volume.WORKSPACE.label() + "/";
        return found.equals(path)
                || found.equals(workspace + path)
                || found.equals(workspace + path.replaceFirst("^/", ""));
    }
}
