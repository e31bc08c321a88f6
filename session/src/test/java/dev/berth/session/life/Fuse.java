package dev.berth.session.life;

import dev.berth.session.catalog.Access;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.KeyHolders;
import dev.berth.session.catalog.Leases;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Supplier;

/// Ends a server, or only its way to the database, at some call to the catalog: in turns before the
/// call and after it. Nothing gets through any more from then on.
final class Fuse {
    private static final List<Class<?>> PARTS =
            List.of(Catalog.class, Leases.class, KeyHolders.class, Access.class);

    private final Supplier<Throwable> end;
    private int left = Integer.MAX_VALUE;
    private boolean burnt;
    private boolean once;

    Fuse(Supplier<Throwable> end) {
        this.end = end;
    }

    /// A server that is killed: nothing catches this.
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /// So many steps from now: two for each call.
    synchronized void burnAfter(int steps) {
        left = steps;
    }

    /// So many steps from now one call fails, and only that.
    synchronized void failOnceAfter(int steps) {
        left = steps;
        once = true;
    }

    /// As good as new.
    synchronized void mend() {
        left = Integer.MAX_VALUE;
        burnt = false;
    }

    synchronized boolean isBurnt() {
        return burnt;
    }

    /// The catalog, as long as the fuse lasts.
    Catalog on(Catalog catalog) {
        return (Catalog) wrapped(Catalog.class, catalog);
    }

    private Object wrapped(Class<?> type, Object inner) {
        return Proxy.newProxyInstance(
                Catalog.class.getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> call(inner, method, arguments));
    }

    private Object call(Object inner, Method method, Object[] arguments) throws Throwable {
        if (PARTS.contains(method.getReturnType())) {
            return wrapped(method.getReturnType(), method.invoke(inner, arguments));
        }
        step();
        Object answer;
        try {
            answer = method.invoke(inner, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
        step();
        return answer;
    }

    private synchronized void step() throws Throwable {
        if (left > 0) {
            left--;
            return;
        }
        burnt = true;
        if (once) left = Integer.MAX_VALUE;
        throw end.get();
    }
}
