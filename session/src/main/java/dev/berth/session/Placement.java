package dev.berth.session;

import dev.berth.failure.Failure;

import java.util.Optional;

/// Whether a storage and a mobility go together here, and where a session may come back.
public final class Placement {
    private Placement() {}

    /// Why a session cannot be made like this; empty when it can.
    public static Optional<Failure> refusal(Storage storage, Mobility mobility, Site site) {
        if (storage == Storage.PVC) {
            if (mobility == Mobility.OBJECT_SYNC) {
                return refused(
                        "storage pvc cannot be synced to a bucket",
                        "use mobility local or shared, or storage cas");
            }
            return Optional.of(
                    new Failure.Unavailable(
                            "storage pvc needs a Kubernetes cluster, and none is configured",
                            "use storage cas, volume or disk"));
        }
        return switch (mobility) {
            case LOCAL -> Optional.empty();
            case SHARED -> sharing(storage, site);
            case OBJECT_SYNC ->
                    site.bucket()
                            ? Optional.empty()
                            : refused(
                                    "mobility object_sync needs a depot in a bucket",
                                    "set storage.depot.url to an s3:// address, or use local");
        };
    }

    private static Optional<Failure> sharing(Storage storage, Site site) {
        boolean shared = storage == Storage.CAS ? site.sharedDepot() : site.sharedFolder();
        if (shared) return Optional.empty();
        return storage == Storage.CAS
                ? refused(
                        "mobility shared needs a depot that all nodes of the region reach",
                        "declare it with storage.depot.shared, or use local")
                : refused(
                        "mobility shared with storage %s needs a shared folder"
                                .formatted(storage.label()),
                        "use storage cas with a shared depot, or mobility local");
    }

    private static Optional<Failure> refused(String what, String advice) {
        return Optional.of(new Failure.Refused(what, advice));
    }

    /// Why a session that is at `home` cannot come back on `here`; empty when it can.
    public static Optional<Failure> elsewhere(Mobility mobility, Node home, Node here) {
        if (home.name().equals(here.name())) return Optional.empty();
        return switch (mobility) {
            case OBJECT_SYNC -> Optional.empty();
            case SHARED ->
                    home.region().equals(here.region())
                            ? Optional.empty()
                            : away(
                                    "it may only come back in region " + home.region(),
                                    home,
                                    "ask a node of region %s".formatted(home.region()));
            case LOCAL -> Optional.of(livesOn(home));
        };
    }

    /// A session's runner and files are on `home` now: whoever wants them asks there.
    public static Failure livesOn(Node home) {
        return new Elsewhere(home)
                .failure("it lives on node " + home.name(), "ask node " + home.name());
    }

    private static Optional<Failure> away(String what, Node home, String advice) {
        return Optional.of(new Elsewhere(home).failure(what, advice));
    }
}
