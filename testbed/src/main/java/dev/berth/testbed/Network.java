package dev.berth.testbed;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A network of a process's own, which other processes of the machine do not see. Sockets that are
/// opened in it belong to it, whoever uses them later.
record Network(long pid) {
    private static final int NETWORKS = 0x40000000;
    private static final int FOR_READING = 0;
    private static final Linker LINKER = Linker.nativeLinker();

    /// What `question` answers on a thread in there; the thread ends with it.
    <T> T within(Callable<T> question) throws Exception {
        var task =
                new FutureTask<>(
                        () -> {
                            enter();
                            return question.call();
                        });
        Thread.ofPlatform().start(task);
        try {
            return task.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("in the network of " + pid, failed.getCause());
        }
    }

    private void enter() throws Exception {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom("/proc/" + pid + "/ns/net");
            int opened = (int) call("open", ADDRESS, JAVA_INT).invokeExact(path, FOR_READING);
            int entered = (int) call("setns", JAVA_INT, JAVA_INT).invokeExact(opened, NETWORKS);
            int closed = (int) call("close", JAVA_INT).invokeExact(opened);
            if (entered != 0 || closed != 0) throw new IllegalStateException("cannot enter it");
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle call(String name, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, arguments));
    }
}
