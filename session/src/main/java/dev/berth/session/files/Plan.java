package dev.berth.session.files;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How to take a change of files back: what lay in the places of new ones is kept beside them under
/// a second name, which folders were made for them is written down, and what was taken out waits.
///
/// Order: files whole and synced, second names, the plan, then the renames and their syncs, then
/// what makes the change true, then the end of the plan. As long as it is there, the volume is to
/// become what it was, unless a mark says that the change is true by now.
record Plan(
        String address, List<Place> places, List<FilePath> folders, Optional<FilePath> removed) {
    static final Name FILE = Name.of("plan.json");
    static final Name REMOVED = Name.of("removed");

    /// Names the checkpoint that makes the change true, once the catalog has it.
    static final Name MARK = Name.of("mark");

    private static final String FORMAT = "berth-incoming/2";
    private static final int MOST_BYTES = 256 << 20;
    private static final int MARK_BYTES = 1_000;

    /// Where one file goes, what it is called until then, which one it is and what it holds,
    /// whether something lay there, and the permissions that it gets.
    record Place(
            FilePath path, Name waiting, long inode, ContentHash hash, boolean replaces, int mode) {
        Name kept() {
            return Name.of(waiting + ".old");
        }
    }

    Plan {
        places = List.copyOf(places);
        folders = List.copyOf(folders);
    }

    /// How many names change; one is changed at once, and needs no plan.
    int steps() {
        return places.size() + folders.size();
    }

    /// Keeps what lies in the places under a second name.
    void keep(Folder incoming, Way way) throws FileFault, Failure {
        for (var place : places) {
            if (!place.replaces()) continue;
            way.within(
                    place.path().parent(),
                    in -> {
                        in.link(place.path().name(), incoming, place.kept());
                        return true;
                    });
        }
    }

    /// Durable on return, with what was kept.
    void write(Folder incoming) throws Failure {
        byte[] text = json().compact().getBytes(StandardCharsets.UTF_8);
        AtomicFile.create(incoming, FILE, text, AtomicFile.PRIVATE);
    }

    void remove(Folder incoming) throws Failure {
        AtomicFile.remove(incoming, FILE);
    }

    /// The volume becomes what it was, because of `failure`; what keeps it from that is added.
    void undo(Folder incoming, Way way, Exception failure) {
        try {
            undo(incoming, way);
            if (incoming.stat(FILE).isPresent()) remove(incoming);
        } catch (FileFault | Failure stuck) {
            failure.addSuppressed(stuck);
        }
    }

    private void undo(Folder incoming, Way way) throws FileFault, Failure {
        if (removed.isPresent()) {
            way.ifThere(removed.get().parent(), in -> putBack(removed.get().name(), incoming, in));
        }
        for (var place : places.reversed()) {
            way.ifThere(
                    place.path().parent(),
                    in -> {
                        putBack(place, incoming, in);
                        in.sync();
                        return Optional.of(true);
                    });
        }
        for (var folder : folders.reversed()) {
            way.ifThere(
                    folder.parent(),
                    in -> {
                        removeEmpty(in, folder.name());
                        in.sync();
                        return Optional.of(true);
                    });
        }
    }

    private static Optional<Boolean> putBack(Name name, Folder incoming, Folder in)
            throws FileFault {
        if (in.stat(name).isPresent() || incoming.stat(REMOVED).isEmpty()) return Optional.empty();
        incoming.rename(REMOVED, in, name);
        in.sync();
        return Optional.of(true);
    }

    private static void putBack(Place place, Folder incoming, Folder in) throws FileFault {
        var waiting = incoming.stat(place.waiting());
        var there = in.stat(place.path().name());
        // Somebody else's: ours was never placed, or was replaced or written to since.
        boolean ours = there.isPresent() && isOurs(place, there.get(), in);
        boolean lost = there.isEmpty() && waiting.isEmpty();
        if (!ours && !lost) return;
        if (place.replaces() && incoming.stat(place.kept()).isPresent()) {
            incoming.rename(place.kept(), in, place.path().name());
        } else if (ours && !place.replaces()) {
            in.unlink(place.path().name());
        }
    }

    private static boolean isOurs(Place place, FileStat there, Folder in) throws FileFault {
        if (!there.isFile() || there.inode() != place.inode()) return false;
        try (var file = in.read(place.path().name())) {
            return ContentHash.of(file).equals(place.hash());
        }
    }

    private static void removeEmpty(Folder in, Name name) throws FileFault {
        try {
            in.removeFolder(name);
        } catch (FileFault fault) {
            boolean used = fault.is(Errno.ENOTEMPTY) || fault.is(Errno.EEXIST);
            boolean gone = fault.is(Errno.ENOENT) || fault.is(Errno.ENOTDIR);
            if (!used && !gone) throw fault;
        }
    }

    /// Takes back what a plan in `incoming` says, if there is one, below the folder `sessions`;
    /// unless it is true by now.
    static void recover(Folder incoming, Folder sessions, Incoming.Entered entered)
            throws FileFault, Failure {
        var text = AtomicFile.readIfThere(incoming, FILE, MOST_BYTES);
        if (text.isEmpty()) return;
        var plan = parse(text.get());
        var mark = AtomicFile.readIfThere(incoming, MARK, MARK_BYTES);
        boolean isTrue =
                mark.isPresent()
                        && entered.has(
                                plan.address(), new String(mark.get(), StandardCharsets.UTF_8));
        if (isTrue) {
            plan.remove(incoming);
            return;
        }
        // Of a session that was deleted there is nothing to bring in order.
        new Way(sessions)
                .ifThere(
                        FilePath.parse(plan.address()),
                        top -> {
                            plan.undo(incoming, new Way(top));
                            return Optional.of(true);
                        });
        plan.remove(incoming);
    }

    private Json.Obj json() {
        var files = new ArrayList<Json.Obj>();
        for (var place : places) {
            files.add(
                    Json.object()
                            .put("path", place.path().text())
                            .put("waiting", place.waiting().toString())
                            .put("inode", place.inode())
                            .put("sha256", place.hash().hex())
                            .put("replaces", place.replaces())
                            .put("mode", place.mode())
                            .build());
        }
        return Json.object()
                .put("format", FORMAT)
                .put("address", address)
                .put("files", files)
                .putTexts("folders", folders.stream().map(FilePath::text).toList())
                .putText("removed", removed.map(FilePath::text))
                .build();
    }

    private static Plan parse(byte[] text) throws Failure {
        try {
            var in = StrictJson.open(text);
            if (!in.text("format").equals(FORMAT)) throw in.wrongValue("format", "not " + FORMAT);
            var places = new ArrayList<Place>();
            for (var each : in.objects("files")) places.add(place(each));
            var folders = new ArrayList<FilePath>();
            for (String each : in.texts("folders")) folders.add(FilePath.parse(each));
            var removed = in.optionalText("removed");
            return new Plan(
                    in.text("address"),
                    places,
                    folders,
                    removed.isPresent()
                            ? Optional.of(FilePath.parse(removed.get()))
                            : Optional.empty());
        } catch (JsonRefusal refusal) {
            throw new Failure.Damaged(
                    "a plan of files that were being placed is damaged: " + refusal.shown(),
                    "look at sessions/.incoming in the data folder");
        }
    }

    private static Place place(JsonReader in) throws JsonRefusal, Failure {
        return new Place(
                FilePath.parse(in.text("path")),
                Name.of(in.text("waiting")),
                in.integer("inode", Long.MIN_VALUE, Long.MAX_VALUE),
                ContentHash.parse(in.text("sha256")),
                in.bool("replaces"),
                (int) in.integer("mode", 0, 0777));
    }
}
