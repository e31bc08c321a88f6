package dev.berth.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The rules of the house, kept by the build.
@DisplayName("The house")
class ArchitectureTest {
    /// What a room may touch besides itself: its lease.
    private static final Map<String, Set<String>> LEASES =
            Map.ofEntries(
                    Map.entry("failure", Set.of()),
                    Map.entry("durable", Set.of("failure")),
                    Map.entry("disk", Set.of("durable", "failure")),
                    Map.entry("bundle", Set.of("disk", "durable", "failure")),
                    Map.entry("flow", Set.of("durable", "failure")),
                    Map.entry("vault", Set.of("durable", "failure")),
                    Map.entry("depot", Set.of("disk", "durable", "failure")),
                    Map.entry("runner", Set.of("disk", "durable", "failure")),
                    Map.entry(
                            "session",
                            Set.of(
                                    "bundle", "depot", "runner", "flow", "vault", "disk", "durable",
                                    "failure")),
                    Map.entry(
                            "server",
                            Set.of(
                                    "session", "bundle", "depot", "runner", "disk", "durable",
                                    "failure")),
                    Map.entry(
                            "cli",
                            Set.of(
                                    "failure", "durable", "disk", "bundle", "flow", "vault",
                                    "depot", "runner", "session", "server")));

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new DoNotIncludeTests())
                    // Of the tests and the benches, and no room of the house.
                    .withImportOption(place -> !place.contains("s3server"))
                    .withImportOption(place -> !place.contains("testbed"))
                    .importPackages("dev.berth");

    @Test
    void hasNoRoomWithoutALease() {
        Set<String> rooms = ALL.stream().map(ArchitectureTest::room).collect(Collectors.toSet());
        assertThat(rooms).isNotEmpty();
        assertThat(LEASES.keySet()).containsAll(rooms);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rooms")
    void roomsTouchOnlyWhatTheirLeaseNames(String room) {
        String[] others =
                LEASES.keySet().stream()
                        .filter(other -> !other.equals(room))
                        .filter(other -> !LEASES.getOrDefault(room, Set.of()).contains(other))
                        .map(other -> "dev.berth." + other + "..")
                        .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("dev.berth." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .allowEmptyShould(true)
                .check(ALL);
    }

    static List<String> rooms() {
        return List.copyOf(LEASES.keySet());
    }

    @Test
    void roomsFormNoCycle() {
        noCycle("dev.berth.(*)..").check(ALL);
        JavaClasses planted = new ClassFileImporter().importPackages("dev.berth.house.planted");
        assertThatThrownBy(() -> noCycle("dev.berth.house.planted.(*)..").check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle detected");
    }

    private static ArchRule noCycle(String rooms) {
        return slices().matching(rooms).should().beFreeOfCycles();
    }

    @Test
    void jdbcStaysInItsOwnPackages() {
        only("java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql..")
                .in("..sqlite..", "..postgres..", "dev.berth.session.jdbc");
    }

    @Test
    void systemCallsStayInTheirOwnPackage() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..linux..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.lang\\.foreign\\.(Linker|SymbolLookup|FunctionDescriptor).*")
                .check(ALL);
    }

    @Test
    void librariesStayInTheRoomsThatChoseThem() {
        only("picocli..").in("dev.berth.cli");
        only("org.snakeyaml..").in("dev.berth.cli.settings");
        only("org.eclipse.jgit..").in("..jgit..");
        only("com.github.luben..").in("..zstd..");
        only("com.zaxxer..").in("..postgres..");
        only("software.amazon..").in("dev.berth.depot.s3");
        only("org.eclipse.jetty..").in("dev.berth.server.jetty");
        only("io.opentelemetry..").in("dev.berth.server.telemetry");
    }

    @Test
    void filesAreReachedThroughTheFileLayerOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.berth.durable.nio")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Files.class)
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.io\\.(File|FileInputStream|RandomAccessFile|FileReader|FileWriter)"
                                + "|java\\.nio\\.channels\\.(AsynchronousFileChannel|FileChannel|FileLock)"
                                + "|java\\.nio\\.file\\.(DirectoryStream|SecureDirectoryStream)"
                                + "|java\\.util\\.Scanner")
                .check(ALL);
    }

    @Test
    void theClockAndTheEnvironmentAreAskedInTheCommandOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.berth.cli..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Clock.class, "systemDefaultZone")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(ALL);
    }

    @Test
    void technicalExceptionsDoNotLeaveTheirPackages() {
        noMethods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .resideInAPackage("dev.berth..")
                .should()
                .declareThrowableOfType(IOException.class)
                .orShould()
                .declareThrowableOfType(SQLException.class)
                .check(ALL);
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> unmarked =
                ALL.stream()
                        .map(JavaClass::getPackage)
                        .filter(at -> !at.isAnnotatedWith(NullMarked.class))
                        .map(at -> at.getName())
                        .collect(Collectors.toSet());
        assertThat(unmarked).isEmpty();
    }

    @Test
    void namesSayWhatAThingIs() {
        classes()
                .should()
                .haveSimpleNameNotEndingWith("Manager")
                .andShould()
                .haveSimpleNameNotEndingWith("Helper")
                .andShould()
                .haveSimpleNameNotEndingWith("Util")
                .andShould()
                .haveSimpleNameNotEndingWith("Utils")
                .andShould()
                .haveSimpleNameNotEndingWith("Impl")
                .check(ALL);
    }

    private static String room(JavaClass type) {
        return type.getPackageName().split("\\.", -1)[2];
    }

    private static Technology only(String... packages) {
        return homes ->
                noClasses()
                        .that()
                        .resideOutsideOfPackages(homes)
                        .and()
                        .resideInAPackage("dev.berth..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(packages)
                        .check(ALL);
    }

    private interface Technology {
        void in(String... homes);
    }
}
