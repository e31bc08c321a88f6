package dev.berth.bundle.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// All attacks that there are, by kind.
final class Attacks {
    private final List<Attack> all = new ArrayList<>();

    private Attacks() {}

    static List<Attack> all() {
        var attacks = new Attacks();
        PathAttacks.list(attacks);
        LinkAttacks.list(attacks);
        GitAttacks.list(attacks);
        SizeAttacks.list(attacks);
        ZipAttacks.list(attacks);
        Zip64Attacks.list(attacks);
        ManifestAttacks.list(attacks);
        ListAttacks.list(attacks);
        SignatureAttacks.list(attacks);
        return attacks.all;
    }

    /// An honest bundle, spoilt in one way.
    void add(String kind, String variant, Consumer<Forge> spoil) {
        all.add(
                new Attack(
                        kind,
                        variant,
                        () -> {
                            var forge = Forge.honest();
                            spoil.accept(forge);
                            return forge.build();
                        }));
    }

    /// One more part in it.
    void part(String kind, String variant, Part part) {
        add(kind, variant, forge -> forge.add(part));
    }
}
