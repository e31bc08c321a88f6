package dev.berth.bench.durable;

import dev.berth.bench.Contender;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The bare system calls, by a C program that does nothing else. It runs beside us and measures
/// itself: a line with a number asks for so many writes, and is answered by a line with
/// nanoseconds.
public final class BareWrites implements Contender {
    private static final String SOURCE = "bare.c";

    private final Process program;
    private final BufferedReader answers;
    private final Writer orders;

    private BareWrites(Process program) {
        this.program = program;
        this.answers = program.inputReader(StandardCharsets.US_ASCII);
        this.orders = program.outputWriter(StandardCharsets.US_ASCII);
    }

    /// Compiles the program into `folder`, which lies at `path`, and starts it there.
    public static BareWrites compiled(Path path, Folder folder) throws Exception {
        try (var source = BareWrites.class.getResourceAsStream(SOURCE);
                var file = folder.create(Name.of(SOURCE), 0600)) {
            if (source == null) throw new IllegalStateException("not packed: " + SOURCE);
            file.writeFully(MemorySegment.ofArray(source.readAllBytes()), 0);
        }
        compile(path);
        return new BareWrites(
                new ProcessBuilder(path.resolve("bare").toString())
                        .directory(path.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    private static void compile(Path path) throws IOException, InterruptedException {
        var command = new ProcessBuilder("cc", "-O2", "-o", "bare", SOURCE);
        int code;
        try {
            code = command.directory(path.toFile()).inheritIO().start().waitFor();
        } catch (IOException absent) {
            throw new IOException("this bench needs a C compiler, cc, on the path", absent);
        }
        if (code != 0) throw new IOException("cc could not compile " + SOURCE);
    }

    @Override
    public String title() {
        return "bare system calls, in C";
    }

    @Override
    public long run(int times) throws IOException {
        orders.write(times + "\n");
        orders.flush();
        var answer = answers.readLine();
        if (answer == null) throw new IOException("the C program ended");
        return Long.parseLong(answer);
    }

    /// The end of its input is the end of the program.
    @Override
    public void close() throws IOException {
        orders.close();
        program.onExit().join();
    }
}
