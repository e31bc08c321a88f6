package dev.berth.cli;

import dev.berth.durable.SystemFiles;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/// Where the command begins: makes the world from what the system says and runs what was typed.
public final class Berth {
    private Berth() {}

    public static void main(String[] typed) {
        // Asked for most often of all, and needs nothing: not even the parser.
        if (typed.length == 1 && typed[0].equals("version")) {
            System.out.println(Version.line());
            if (!System.out.checkError()) return;
        }
        Prelude.begin(typed);
        var outlet = new Outlet(new FileOutputStream(FileDescriptor.out));
        World world = world(outlet);
        int code = new CommandRun(world).run(typed);
        world.out().flush();
        if (outlet.missing().isPresent()) {
            code = new Complaints(world, false).unwritten(outlet.missing().get(), code);
        }
        world.err().flush();
        // Not a plain return: a thread left behind by a library must not keep the command alive.
        // And
        // not an exit, which looks for a logger to tell of it: that costs as much as the parser.
        Runtime.getRuntime().halt(code);
    }

    static World world(OutputStream out) {
        return new World(
                Boolean.getBoolean("berth.closed") ? new ClosedInput() : System.in,
                utf8(out),
                utf8(new FileOutputStream(FileDescriptor.err)),
                System.getenv(),
                Path.of("").toAbsolutePath(),
                Clock.systemUTC(),
                SystemFiles.here(),
                terminal());
    }

    // The launcher asks the terminal: the JVM's own way loads a line editor.
    private static World.Terminal terminal() {
        String seen = System.getProperty("berth.terminal", "");
        return new World.Terminal(
                seen.contains("1"), seen.contains("2"), Integer.getInteger("berth.columns", 80));
    }

    private static PrintStream utf8(OutputStream stream) {
        return new PrintStream(
                new BufferedOutputStream(stream, 8192), false, StandardCharsets.UTF_8);
    }
}
