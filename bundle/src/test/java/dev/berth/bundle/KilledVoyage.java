package dev.berth.bundle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Ships or receives a disk in file form once when told to, in a JVM that may be killed at any
/// instant.
final class KilledVoyage {
    private KilledVoyage() {}

    public static void main(String[] arguments) throws Exception {
        var port = Port.at(Path.of(arguments[1]));
        boolean ships = arguments[0].equals("ship");
        var warm = Port.at(Files.createTempDirectory(port.folder(), "warm"));
        run(port, warm, ships);
        System.out.println("ready");
        System.out.flush();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (in.readLine() == null) return;
        run(port, port, ships);
        System.out.println("done");
        System.out.flush();
        in.readLine();
    }

    static void run(Port from, Port to, boolean ships) throws Exception {
        if (ships) from.ship(from.path("d.sqlite"), to.path("out.wbundle"));
        else from.receive(from.path("in.wbundle"), to.path("back.sqlite"));
    }
}
