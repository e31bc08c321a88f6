package dev.berth.durable.modelled;

import dev.berth.durable.FileLayer;
import dev.berth.durable.FolderContract;

import java.nio.file.Path;

class ModelledFilesTest extends FolderContract {
    private final ModelledFiles files = new ModelledFiles();

    @Override
    protected FileLayer files() {
        return files;
    }

    @Override
    protected Path root() {
        return Path.of("/");
    }
}
