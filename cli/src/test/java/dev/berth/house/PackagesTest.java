package dev.berth.house;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The arrows between the packages within the rooms.
@DisplayName("The packages of a room")
class PackagesTest {
    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new DoNotIncludeTests())
                    .importPackages("dev.berth");

    /// Where a room is put together: the classes in its front package that know those behind it.
    private static final String[] FRONTS = {
        "dev.berth.durable.SystemFiles",
        "dev.berth.durable.SystemHash",
        "dev.berth.durable.SystemRandom",
        "dev.berth.cli.Commands"
    };

    @Test
    void formNoCycle() {
        noCycle("dev.berth.(**)").check(ALL);
        JavaClasses planted = new ClassFileImporter().importPackages("dev.berth.house.planted");
        assertThatThrownBy(() -> noCycle("dev.berth.(**)").check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle detected");
    }

    @Test
    void ofTheCommandKnowNothingOfEachOther() {
        slices().matching("dev.berth.cli.(bundle|depot|disk|flow|vault|doctor)..")
                .should()
                .notDependOnEachOther()
                .check(ALL);
    }

    private static ArchRule noCycle(String packages) {
        Class<?>[] fronts = new Class<?>[FRONTS.length];
        for (int i = 0; i < fronts.length; i++) fronts[i] = ALL.get(FRONTS[i]).reflect();
        return slices().matching(packages)
                .should()
                .beFreeOfCycles()
                .ignoreDependency(belongToAnyOf(fronts), alwaysTrue());
    }
}
