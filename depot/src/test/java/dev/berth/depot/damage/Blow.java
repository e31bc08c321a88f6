package dev.berth.depot.damage;

import dev.berth.depot.world.MemoryBlobs;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// One way to harm a stored object.
enum Blow {
    FLIP {
        @Override
        void strike(MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom r) {
            byte[] bytes = whole(store, name).clone();
            bytes[r.nextInt(bytes.length)] ^= (byte) (1 << r.nextInt(8));
            store.objects().put(name, bytes);
        }
    },
    CUT {
        @Override
        void strike(MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom r) {
            byte[] bytes = whole(store, name);
            store.objects().put(name, Arrays.copyOf(bytes, r.nextInt(bytes.length)));
        }
    },
    ZERO {
        @Override
        void strike(MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom r) {
            byte[] bytes = whole(store, name).clone();
            int from = r.nextInt(bytes.length);
            Arrays.fill(bytes, from, Math.min(bytes.length, from + 512), (byte) 0);
            store.objects().put(name, bytes);
        }
    },
    /// Puts another object of the same folder in its place, and it in the other's.
    SWAP {
        @Override
        void strike(MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom r) {
            var others = like(store, name);
            String other = others.get(r.nextInt(others.size()));
            byte[] mine = whole(store, name);
            store.objects().put(name, whole(store, other));
            store.objects().put(other, mine);
        }
    },
    /// Puts a part of another object into this one.
    SPLICE {
        @Override
        void strike(MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom r) {
            var others = like(store, name);
            byte[] from = whole(store, others.get(r.nextInt(others.size())));
            byte[] bytes = whole(store, name).clone();
            int at = r.nextInt(bytes.length);
            int length = Math.min(Math.min(from.length, bytes.length) - 1, 64) + 1;
            for (int i = 0; i < length; i++) {
                bytes[(at + i) % bytes.length] = from[(at + i) % from.length];
            }
            store.objects().put(name, bytes);
        }
    },
    REMOVE {
        @Override
        void strike(MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom r) {
            store.objects().remove(name);
        }
    },
    /// Puts back what had that name, or one like it, in an older state of the depot.
    ROLL_BACK {
        @Override
        void strike(MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom r) {
            byte[] before = older.get(name);
            if (before == null) {
                var names = List.copyOf(older.keySet());
                before = older.get(names.get(r.nextInt(names.size())));
            }
            if (before != null) store.objects().put(name, before);
        }
    };

    abstract void strike(
            MemoryBlobs store, String name, Map<String, byte[]> older, SplittableRandom random);

    private static byte[] whole(MemoryBlobs store, String name) {
        return store.objects().getOrDefault(name, new byte[1]);
    }

    private static List<String> like(MemoryBlobs store, String name) {
        String kind = kind(name);
        return store.objects().keySet().stream().filter(each -> kind(each).equals(kind)).toList();
    }

    /// What an object is, by its name.
    static String kind(String name) {
        for (String kind : List.of("packs", "index", "checkpoints", "dooms", "keys")) {
            if (name.contains("/" + kind + "/")) return kind;
        }
        return name;
    }
}
