package dev.berth.depot.world;

import dev.berth.depot.blob.BlobStore;
import dev.berth.failure.Failure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// A store of which each operation is told of before it happens; whoever hears of it may fail, and
/// then nothing happens.
public final class HookedBlobs {
    private HookedBlobs() {}

    /// What is done before an operation, by its name.
    public interface Hook {
        void before(String operation) throws Failure;
    }

    public static BlobStore of(BlobStore store, Hook hook) {
        return hooked(BlobStore.class, store, hook);
    }

    private static <T> T hooked(Class<T> type, T inner, Hook hook) {
        InvocationHandler handler =
                (_, method, arguments) -> {
                    boolean asks = !method.getName().equals("close");
                    if (asks && !method.getName().equals("location")) hook.before(method.getName());
                    try {
                        var answer = method.invoke(inner, arguments);
                        return answer instanceof BlobStore.Upload upload
                                ? hooked(BlobStore.Upload.class, upload, hook)
                                : answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                };
        var made = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
        return type.cast(made);
    }
}
