package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.json.JsonRefusal;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Who has a lock, as far as can be told: an owner file may be unreadable, and other programs that
/// meet us at a heartbeat lock leave no name. `beaten` is its last sign of life by the file
/// system's clock.
public record Holder(
        OptionalLong pid,
        Optional<String> host,
        Optional<Instant> since,
        Optional<Instant> beaten,
        Liveness liveness) {

    /// Whether a holder is still there.
    public enum Liveness {
        ALIVE,
        /// Gone for good: the lock is taken over by whoever wants it next.
        GONE,
        /// Not to be told from here, or not by one look.
        UNTOLD
    }

    static Holder read(Claim claim, Liveness liveness) throws FileFault {
        return named(claim::ownerBytes, liveness);
    }

    private static Holder named(Reading owner, Liveness liveness) throws FileFault {
        try {
            return of(Owner.decode(owner.run()), liveness);
        } catch (JsonRefusal damaged) {
            return unnamed(liveness);
        } catch (FileFault fault) {
            // Gone meanwhile, or nothing that can be read; that we cannot read now is no answer.
            if (!fault.is(Errno.ENOENT) && !OwnerJudge.isUnreadable(fault)) throw fault;
            return unnamed(liveness);
        }
    }

    /// Gets the bytes that say who it is.
    private interface Reading {
        byte[] run() throws FileFault;
    }

    static Holder of(Owner owner, Liveness liveness) {
        return new Holder(
                OptionalLong.of(owner.process().pid()),
                Optional.of(owner.process().host()),
                Optional.of(owner.created()),
                Optional.empty(),
                liveness);
    }

    static Holder ofThisProcess(World world) {
        return of(Owner.here(world, false), Liveness.ALIVE).withoutSince();
    }

    static Holder unnamed(Liveness liveness) {
        return new Holder(
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                liveness);
    }

    Holder beaten(Instant last) {
        return new Holder(pid, host, since, Optional.of(last), liveness);
    }

    Holder with(Liveness other) {
        return new Holder(pid, host, since, beaten, other);
    }

    private Holder withoutSince() {
        return new Holder(pid, host, Optional.empty(), beaten, liveness);
    }

    /// For programs: `pid`, `host`, `since`, `liveness`, each where it is known.
    Map<String, String> facts() {
        var facts = new LinkedHashMap<String, String>();
        pid.ifPresent(number -> facts.put("pid", Long.toString(number)));
        host.ifPresent(name -> facts.put("host", name));
        since.ifPresent(time -> facts.put("since", time.toString()));
        beaten.ifPresent(time -> facts.put("beaten", time.toString()));
        facts.put("liveness", liveness.name().toLowerCase(Locale.ROOT));
        return facts;
    }

    /// For people: `process 17 on pier since 2026-03-01T10:00:00Z`.
    String shown() {
        var shown = new StringBuilder();
        shown.append(
                pid.isPresent() ? "process " + pid.getAsLong() : "a process that left no name");
        host.ifPresent(name -> shown.append(" on ").append(name));
        since.ifPresent(time -> shown.append(" since ").append(time));
        return shown.toString();
    }
}
