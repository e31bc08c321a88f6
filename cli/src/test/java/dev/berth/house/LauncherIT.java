package dev.berth.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// `./berth` as somebody finds it after cloning, on a copy whose path has a space in it. The copy
/// is built once; the tests run in an order because the last ones change it.
@DisplayName("The launcher")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LauncherIT {
    @TempDir static Path scratch;

    private static Path checkout;
    private static Path berth;

    @BeforeAll
    static void build() throws Exception {
        checkout = Checkout.built().folder();
        berth = checkout.resolve("berth");
    }

    @Test
    @Order(0)
    void twoAtOnceOnAFreshCloneBothAnswerAndOneBuilds() throws Exception {
        for (Ran ran : Checkout.built().started()) {
            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(ran.out()).startsWith("berth 0.");
        }
        assertThat(
                        Checkout.built().started().stream()
                                .map(Ran::err)
                                .filter(said -> said.contains("building")))
                .hasSize(1);
        assertThat(Checkout.builds(checkout)).hasSize(1);
    }

    @Test
    @Order(1)
    void onceBuiltItSaysNothingButTheAnswer() throws Exception {
        Ran ran = Ran.in(checkout, Map.of(), "./berth", "version", "--json");
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("{\"version\":").hasLineCount(1);
    }

    @Test
    @Order(1)
    void worksFromAnyFolderAndThroughLinks() throws Exception {
        Path links = Files.createDirectories(scratch.resolve("links"));
        Files.createSymbolicLink(links.resolve("one"), berth);
        Path relative = Files.createSymbolicLink(links.resolve("two"), Path.of("one"));
        assertThat(Ran.in(links, Map.of(), relative.toString(), "version").out())
                .startsWith("berth 0.");
        assertThat(
                        Ran.in(
                                        Path.of("/"),
                                        Map.of("PATH", links + ":/usr/bin:/bin"),
                                        "sh",
                                        "-c",
                                        "two version")
                                .out())
                .startsWith("berth 0.");
    }

    @Test
    @Order(1)
    void passesWordsAndExitCodesThroughUnchanged() throws Exception {
        Ran ran =
                Ran.in(
                        checkout,
                        Map.of(),
                        "./berth",
                        "doctor",
                        "--config",
                        "no such *file\n",
                        "--json");
        assertThat(ran.code()).isEqualTo(10);
        assertThat(ran.out()).contains("no such *file\\n");
    }

    @Test
    @Order(1)
    void worksWithoutAUtf8Locale() throws Exception {
        for (String locale : List.of("C", "POSIX", "en_US.ISO-8859-1", "", "xx_XX.UTF-8")) {
            var environment = Map.of("LC_ALL", locale, "LANG", locale);
            Ran ran = Ran.in(checkout, environment, "./berth", "doctor", "--config", "é.yaml");
            assertThat(ran.code()).as(locale).isEqualTo(10);
            assertThat(ran.err()).contains("é.yaml");
        }
    }

    @Test
    @Order(1)
    void theLauncherBecomesTheJvmSoThatSignalsReachIt() throws Exception {
        // A command that waits for its input: `disk put` reads it to the end.
        Path disk = scratch.resolve("signal.sqlite");
        assertThat(
                        Ran.in(
                                        scratch,
                                        Map.of(),
                                        berth.toString(),
                                        "disk",
                                        "create",
                                        disk.toString())
                                .code())
                .isZero();
        Process process =
                new ProcessBuilder(berth.toString(), "disk", "put", disk.toString(), "/x", "-")
                        .start();
        Path command = Path.of("/proc", String.valueOf(process.pid()), "comm");
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!Files.readString(command).strip().equals("java")) {
            assertThat(System.nanoTime()).as("the launcher never became java").isLessThan(deadline);
            Thread.onSpinWait();
        }
        process.destroy();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
    }

    @Test
    @Order(1)
    void aJdkThatIsNot25IsRefusedByName() throws Exception {
        Ran ran = Ran.in(checkout, Map.of("BERTH_JAVA", "/nowhere/jdk"), "./berth", "version");
        assertThat(ran.code()).isEqualTo(17);
        assertThat(ran.err()).contains("/nowhere/jdk").contains("JDK 25");
    }

    @Test
    @Order(1)
    void theJavaOfAJdk25IsAsGoodAsItsHome() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path link = Files.createSymbolicLink(scratch.resolve("some-java"), java);
        for (Path named : List.of(java, link)) {
            Ran ran =
                    Ran.in(checkout, Map.of("BERTH_JAVA", named.toString()), "./berth", "version");
            assertThat(ran.code()).as(ran.err()).isZero();
        }
    }

    @Test
    @Order(1)
    void anAnswerThatCannotBeWrittenIsNoSuccess() throws Exception {
        for (String words : List.of("version", "version --json", "--help", "doctor")) {
            for (String away : List.of("> /dev/full", ">&-")) {
                Ran ran = Ran.in(checkout, Map.of(), "sh", "-c", "./berth " + words + away);
                assertThat(ran.code()).as(words + away).isEqualTo(17);
                assertThat(ran.err()).contains("berth: the answer could not be written");
            }
        }
    }

    @Test
    @Order(1)
    void aReaderThatHasHadEnoughIsNoFailure() throws Exception {
        String head = "mkfifo p && { sleep 60 < p & } && exec 3> p && kill $! && wait $!; ";
        Path folder = Files.createDirectories(scratch.resolve("pipe"));
        Ran ran =
                Ran.in(
                        folder,
                        Map.of("B", berth.toString()),
                        "sh",
                        "-c",
                        head + "\"$B\" doctor >&3");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).doesNotContain("berth:");
    }

    @Test
    @Order(1)
    void aClosedStandardInputIsNotAnEmptyOne() throws Exception {
        Path disk = scratch.resolve("closed");
        assertThat(Ran.in(scratch, Map.of(), berth.toString(), "disk", "create", "closed").code())
                .isZero();
        String put = "\"$B\" disk put closed /x - <&-";
        Ran ran = Ran.in(scratch, Map.of("B", berth.toString()), "sh", "-c", put);
        assertThat(ran.code()).as(ran.err()).isEqualTo(17);
        assertThat(ran.err()).contains("standard input is closed");
        assertThat(disk.resolve("workspace/x")).doesNotExist();
    }

    @Test
    @Order(1)
    void aCopyOfABuiltCheckoutIsBuiltAnewOfItsOwnSources() throws Exception {
        // Whatever the copy's times say; a Maven that fails at once shows that it was asked.
        Path tools = Files.createDirectories(scratch.resolve("tools"));
        Path maven = Files.writeString(tools.resolve("mvn"), "#!/bin/sh\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Path copy = scratch.resolve("copy");
        assertThat(
                        Ran.in(scratch, Map.of(), "cp", "-r", checkout.toString(), copy.toString())
                                .code())
                .isZero();
        var environment = Map.of("PATH", tools + ":" + System.getenv("PATH"));
        Ran ran = Ran.in(copy, environment, "./berth", "version");
        assertThat(ran.code()).isEqualTo(17);
        assertThat(ran.err()).contains("building").contains("the build failed");
    }

    @Test
    @Order(1)
    void aPathThatJavaCannotTakeIsRefused() throws Exception {
        for (String name : List.of("a:b", "a\nb")) {
            Path odd = Files.createDirectories(scratch.resolve(name).resolve("build"));
            Files.copy(checkout.resolve("build/launch.sh"), odd.resolve("launch.sh"));
            Path script = Files.copy(berth, odd.resolveSibling("berth"));
            Ran ran = Ran.in(scratch, Map.of(), "sh", script.toString(), "version");
            assertThat(ran.code()).isEqualTo(17);
            assertThat(ran.err()).startsWith("berth: cannot run from ");
        }
    }

    @Test
    @Order(1)
    void fromAFolderThatIsGoneItSaysSo() throws Exception {
        String there = "mkdir gone && cd gone && rmdir ../gone && exec \"$B\" version";
        Ran ran = Ran.in(scratch, Map.of("B", berth.toString()), "sh", "-c", there);
        assertThat(ran.code()).isEqualTo(10);
        // Some shells complain as well, before they read the first line.
        assertThat(ran.err())
                .endsWith("berth: the folder that you are in is gone; go to another one\n");
    }

    @Test
    @Order(1)
    void aCheckoutThatCannotBeBuiltInSaysSo() throws Exception {
        Path bare = Files.createDirectories(scratch.resolve("bare/build"));
        Files.copy(checkout.resolve("build/launch.sh"), bare.resolve("launch.sh"));
        Path script = Files.copy(berth, bare.resolveSibling("berth"));
        Files.writeString(bare.resolveSibling("target"), "a file where the builds should go");
        Ran ran = Ran.in(scratch, Map.of(), "sh", script.toString(), "version");
        assertThat(ran.code()).isEqualTo(17);
        assertThat(ran.err()).startsWith("berth: is not built yet").hasLineCount(1);
    }

    @Test
    @Order(1)
    void withoutTheSystemsToolsItSaysWhichOneIsMissing() throws Exception {
        Ran ran = Ran.in(checkout, Map.of("PATH", "/nowhere"), "/bin/sh", "./berth", "version");
        assertThat(ran.code()).isEqualTo(17);
        assertThat(ran.err()).startsWith("berth: needs find").hasLineCount(1);
    }

    @Test
    @Order(1)
    void aCutCacheDoesNotSpoilTheAnswer() throws Exception {
        Path build = Checkout.builds(checkout).getFirst();
        Path cache;
        try (var files = Files.list(build)) {
            cache =
                    files.filter(file -> String.valueOf(file.getFileName()).startsWith("plain"))
                            .findFirst()
                            .orElseThrow();
        }
        byte[] whole = Files.readAllBytes(cache);
        Files.write(cache, Arrays.copyOf(whole, 1000));
        Ran ran = Ran.in(checkout, Map.of(), "./berth", "version", "--json");
        assertThat(ran.out()).startsWith("{\"version\":").hasLineCount(1);
        Files.delete(cache);
        assertThat(Ran.in(checkout, Map.of(), "./berth", "version", "--json").out())
                .startsWith("{\"version\":");
        Files.write(cache, whole);
    }

    @Test
    @Order(2)
    void changedCodeIsTheCodeThatRuns() throws Exception {
        Path source = checkout.resolve("cli/src/main/java/dev/berth/cli/Version.java");
        String text = Files.readString(source);
        assertThat(text).contains("\"berth \"");
        Files.writeString(source, text.replace("\"berth \"", "\"changed berth \""));
        Ran ran = Ran.in(checkout, Map.of(), "./berth", "version");
        assertThat(ran.err()).contains("building");
        assertThat(ran.out()).startsWith("changed berth 0.");
        Ran again = Ran.in(checkout, Map.of(), "./berth", "version");
        assertThat(again.err()).isEmpty();
        assertThat(again.out()).startsWith("changed berth 0.");
    }

    @Test
    @Order(3)
    void aBuildThatFailsSaysWhyAndRunsNothing() throws Exception {
        Path source = checkout.resolve("cli/src/main/java/dev/berth/cli/Version.java");
        Files.writeString(source, Files.readString(source) + "not java");
        Ran ran = Ran.in(checkout, Map.of(), "./berth", "version");
        assertThat(ran.code()).isEqualTo(17);
        assertThat(ran.err()).contains("the build failed").contains("Version.java");
        assertThat(ran.out()).isEmpty();
    }
}
