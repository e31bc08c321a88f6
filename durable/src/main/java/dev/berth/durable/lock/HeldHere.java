package dev.berth.durable.lock;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The tokens that this process holds. One in an owner file of ours that is not among them was left
/// by a release that failed.
final class HeldHere {
    private static final Set<String> TOKENS = ConcurrentHashMap.newKeySet();

    private HeldHere() {}

    static void add(String token) {
        TOKENS.add(token);
    }

    static void remove(String token) {
        TOKENS.remove(token);
    }

    static boolean holds(String token) {
        return TOKENS.contains(token);
    }
}
