package dev.berth.session.life;

import dev.berth.disk.Volume;
import dev.berth.failure.Failure;
import dev.berth.runner.Ending;
import dev.berth.runner.Plan;
import dev.berth.runner.Turn;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A message as a small program: `put VOLUME PATH TEXT`, `rm VOLUME PATH`, `say TEXT`, `tell` (all
/// that was handed in), `exit N`, `hang`. Other lines mean nothing.
final class FolderTurn implements Turn {
    private final int number;
    private final Plan plan;
    private final FolderRunner.Cancelling cancelling;
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private Optional<Ending> ending = Optional.empty();

    FolderTurn(int number, Plan plan, FolderRunner.Cancelling cancelling) {
        this.number = number;
        this.plan = plan;
        this.cancelling = cancelling;
    }

    void run(List<String> words, String input) {
        if (words.getLast().equals("false")) {
            end(new Ending.Exited(1));
            return;
        }
        if (words.getLast().equals("setup")) {
            write("setup.txt", "setup");
            end(new Ending.Exited(0));
            return;
        }
        for (String line : input.split("\n", -1)) {
            String[] parts = line.split(" ", 4);
            switch (parts[0]) {
                case "put" -> put(parts[1], parts[2], parts.length > 3 ? parts[3] : "");
                case "rm" -> remove(parts[1], parts[2]);
                case "say" -> say(line.substring(4) + "\n");
                case "tell" -> say(input);
                case "exit" -> {
                    end(new Ending.Exited(Integer.parseInt(parts[1])));
                    return;
                }
                case "hang" -> {
                    return;
                }
                default -> {}
            }
        }
        end(new Ending.Exited(0));
    }

    private void write(String name, String text) {
        put("workspace", name, text);
    }

    private void put(String volume, String path, String text) {
        try {
            Path file = at(volume, path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void remove(String volume, String path) {
        try {
            Files.deleteIfExists(at(volume, path));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Path at(String volume, String path) {
        for (var each : Volume.values()) {
            if (each.label().equals(volume)) return plan.folder(each).resolve(path);
        }
        throw new IllegalStateException("no volume " + volume);
    }

    private synchronized void say(String text) {
        output.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public synchronized int read(MemorySegment into, long position) {
        return FolderSandbox.copy(output.toByteArray(), into, position);
    }

    @Override
    public synchronized Optional<Ending> ending() {
        return ending;
    }

    @Override
    public void cancel() throws Failure {
        cancelling.run();
        end(new Ending.Cancelled());
    }

    synchronized void end(Ending how) {
        if (ending.isEmpty()) ending = Optional.of(how);
    }
}
