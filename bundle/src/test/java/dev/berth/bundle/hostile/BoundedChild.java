package dev.berth.bundle.hostile;

import dev.berth.bundle.Port;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.failure.Failure;

import java.nio.file.Path;

/// Looks at bundles in a JVM with little memory, and says how each was refused.
final class BoundedChild {
    private BoundedChild() {}

    public static void main(String[] arguments) throws Exception {
        var port = Port.at(Path.of(arguments[0]));
        for (int i = 1; i < arguments.length; i++) {
            try {
                port.verify(port.path(arguments[i]), Terms.USUAL);
                System.out.println("taken");
            } catch (Failure failure) {
                System.out.println(failure.type());
            }
        }
    }
}
