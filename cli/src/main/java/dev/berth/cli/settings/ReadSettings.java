package dev.berth.cli.settings;

import dev.berth.cli.World;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.OpenFile;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Finds and reads the settings: `--config`, else `berth.yaml` here, else the one in the data
/// folder.
public final class ReadSettings {
    private static final String NAME = "berth.yaml";
    private static final int LARGEST = 1 << 20;

    private final World world;

    public ReadSettings(World world) {
        this.world = world;
    }

    /// The settings, each one's source, and the file that was read, if any.
    public record Found(Settings settings, Resolved values, Optional<Path> file) {}

    public Found read(Optional<String> config) throws Failure {
        if (config.isPresent()) {
            Path named = world.path(config.get());
            return found(named, text(named).orElseThrow(() -> missing(named)));
        }
        return read(List.of(world.folder(), reachable(world.dataFolder())));
    }

    /// As [#read], for one who looks at the data folder himself: only from the current folder.
    public Found readHere() throws Failure {
        return read(List.of(world.folder()));
    }

    private Found read(List<Path> folders) throws Failure {
        for (Path folder : folders) {
            Path candidate = folder.resolve(NAME);
            Optional<String> text = text(candidate);
            if (text.isPresent()) return found(candidate, text.get());
        }
        return found(Optional.empty(), SettingsFile.none());
    }

    // Blamed by its own name, not by that of a file which need not be there.
    private Path reachable(Path dataFolder) throws Failure {
        try (Folder _ = world.files().open(dataFolder)) {
            return dataFolder;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return dataFolder;
            throw fault.asFailure("the data folder " + dataFolder);
        }
    }

    private Found found(Path file, String text) throws Failure {
        return found(
                Optional.of(file), SettingsFile.parse(String.valueOf(file.getFileName()), text));
    }

    private Found found(Optional<Path> path, SettingsFile file) throws Failure {
        Resolved values = Resolved.of(world.environment(), file.texts());
        return new Found(Settings.of(values, file), values, path);
    }

    private Optional<String> text(Path path) throws Failure {
        try {
            // The real path: an operator may well keep the file elsewhere and link it here.
            Place place = Place.of(world.files().realPath(path));
            try (Folder folder = world.files().open(place.folder());
                    OpenFile file = folder.read(place.name())) {
                var bytes = ByteBuffer.wrap(file.readAll(LARGEST));
                return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
            }
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure(path.toString());
        } catch (CharacterCodingException e) {
            throw new Failure.Refused(path + " is not UTF-8", "save it as UTF-8");
        }
    }

    private static Failure missing(Path file) {
        return new Failure.NotFound("no settings at " + file, "check --config");
    }
}
