package dev.berth.depot.golden;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;

/// Made the golden depots of a format version, once; the next version gets its own beside them.
final class MakeGolden {
    static final String KEY = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    private MakeGolden() {}

    public static void main(String[] arguments) throws Exception {
        Path tree = Path.of(arguments[0]);
        lay(tree);
        for (var kind : Depot.Kind.values()) {
            Path folder = Files.createDirectories(Path.of(arguments[1], kind.name()));
            make(folder, tree, kind);
        }
    }

    static void lay(Path tree) throws Exception {
        Files.createDirectories(tree.resolve("sub/empty"));
        Files.writeString(tree.resolve("hello.txt"), "hello, golden\n");
        Files.writeString(tree.resolve("sub/nothing"), "");
        var large = new byte[200_000];
        new SplittableRandom(1).nextBytes(large);
        for (int i = 0; i < 150_000; i++) large[i] = (byte) (i / 1000);
        Files.write(tree.resolve("sub/large"), large);
        Files.createSymbolicLink(tree.resolve("sub/link"), Path.of("../hello.txt"));
        for (String name : new String[] {"hello.txt", "sub/nothing", "sub/large"}) {
            var time = Instant.ofEpochSecond(1_234_567_890, 123_456_789);
            Files.setLastModifiedTime(tree.resolve(name), FileTime.from(time));
        }
    }

    private static void make(Path folder, Path tree, Depot.Kind kind) throws Exception {
        var files = SystemFiles.here();
        var random = new SecureRandom();
        var tools = new Tools(files, Clock.systemUTC(), random, 1);
        Optional<KeyService> key =
                kind == Depot.Kind.CLEAR
                        ? Optional.empty()
                        : Optional.of(MasterKey.parse(KEY, "the test", random));
        var session = new SessionId("golden");
        var store = FolderBlobs.open(files, folder);
        Depot.init(store, Depot.plan(kind, tools));
        try (var depot = Depot.open(store, key, tools);
                var source = SourceTree.open(files, tree)) {
            var tenant = depot.tenant(new SessionId("default"));
            var domain = tenant.domainToWrite(DomainName.COMMON);
            tenant.taking(domain).take(source, Wish.of(session), Progress.NONE);
        }
    }
}
