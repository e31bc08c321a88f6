package dev.berth.vault;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Puts a note into the inbox under a name that nobody else has: time, process and slug. Takes no
/// lock: different writers make different files, and a name that is taken is never replaced.
record Capture(Folder root, InstantSource clock, long pid, VaultSettings settings) {
    private static final Name INBOX = Name.of("_inbox");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final int ATTEMPTS = 10_000;

    VaultPath run(Slug slug, byte[] bytes) throws Failure {
        try (var inbox = AtomicFile.folders(root, settings.newFolderMode(), INBOX)) {
            new Leftovers(inbox, clock.instant()).remove();
            Instant time = clock.instant().truncatedTo(ChronoUnit.MICROS);
            for (int attempt = 1; ; attempt++) {
                var name = Name.of("%s-%d-%s.md".formatted(TIME.format(time), pid, slug));
                try {
                    AtomicFile.create(inbox, name, bytes, settings.newFileMode());
                    return new VaultPath(List.of(INBOX, name));
                } catch (Failure.Conflict taken) {
                    if (attempt == ATTEMPTS) throw taken;
                    // By a thread of ours within the same microsecond, or by a clock set back.
                    time = time.plus(1, ChronoUnit.MICROS);
                }
            }
        }
    }
}
