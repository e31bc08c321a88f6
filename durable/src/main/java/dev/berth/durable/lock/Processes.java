package dev.berth.durable.lock;

import dev.berth.durable.FileLayer;

import java.time.Duration;

/// What the machine says of its processes.
///
/// Safe for use by several threads.
public interface Processes {
    /// This process.
    Identity self();

    /// Whether there is a process with this number in our PID namespace, run by `uid`.
    Presence presence(long pid, int uid);

    /// How long this machine has been up, its sleep included; no clock setting changes it.
    Duration uptime();

    /// The processes of this machine: by `/proc` where there is one, else as Java sees them.
    static Processes here(FileLayer files) {
        return ProcProcesses.open(files)
                .<Processes>map(found -> found)
                .orElseGet(JavaProcesses::new);
    }

    /// A process so that no other one, on any machine and at any time, is mistaken for it.
    /// `started` and `bootId` are opaque; an empty text is a fact that this system does not tell.
    record Identity(
            long pid,
            String started,
            String bootId,
            String host,
            String machineId,
            String pidNamespace) {

        boolean sameHost(Identity other) {
            return host.equals(other.host) && machineId.equals(other.machineId);
        }
    }

    /// What is known of a process number.
    sealed interface Presence {
        /// A process runs, begun at `started`.
        record Running(String started) implements Presence {}

        /// There is none, or only what its parent has not yet reaped.
        record Gone() implements Presence {}

        /// This user may not know.
        record Hidden() implements Presence {}
    }
}
