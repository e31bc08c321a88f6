package dev.berth.durable.modelled;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Name;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Follows a path from the root, and the links on it.
final class PathWalk {
    private static final int MOST_LINKS = 40;
    // One character for one byte, so that names which are not UTF-8 can be split as text.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private final ModelledFiles files;
    private final Deque<String> ahead = new ArrayDeque<>();
    private final List<Step> steps = new ArrayList<>();
    private int links;

    PathWalk(ModelledFiles files) {
        this.files = files;
    }

    Found walk(Path path) throws FileFault {
        push(path.toString().getBytes(StandardCharsets.UTF_8));
        while (!ahead.isEmpty()) step(ahead.pop(), path.toString());
        return new Found(here(), shown(path));
    }

    private void step(String part, String subject) throws FileFault {
        if (!(here() instanceof FolderNode folder)) {
            throw new FileFault(Errno.ENOTDIR, "open", subject);
        }
        if (part.isEmpty() || part.equals(".")) return;
        if (part.equals("..")) {
            if (!steps.isEmpty()) steps.removeLast();
            return;
        }
        Name name = Name.parse(part.getBytes(BYTES)).orElseThrow();
        Node next =
                folder.find(name).orElseThrow(() -> new FileFault(Errno.ENOENT, "open", subject));
        if (next instanceof LinkNode link) {
            if (++links > MOST_LINKS) throw new FileFault(Errno.ELOOP, "open", subject);
            push(link.target().bytes());
        } else {
            steps.add(new Step(name, next));
        }
    }

    private void push(byte[] path) {
        var text = new String(path, BYTES);
        if (text.startsWith("/")) steps.clear();
        List.of(text.split("/", -1)).reversed().forEach(ahead::push);
    }

    private Node here() {
        return steps.isEmpty() ? files.root : steps.getLast().node();
    }

    private Path shown(Path asked) throws FileFault {
        var text = new StringBuilder("/");
        for (Step step : steps) {
            if (text.length() > 1) text.append('/');
            text.append(
                    step.name()
                            .text()
                            .orElseThrow(
                                    () ->
                                            new FileFault(
                                                    Errno.EINVAL, "realpath", asked.toString())));
        }
        return Path.of(text.toString());
    }

    private record Step(Name name, Node node) {}

    /// Where a path led, and the path without links that leads there.
    record Found(Node node, Path path) {}
}
