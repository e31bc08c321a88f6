package dev.berth.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class ProjectRootTest {
    @TempDir Path temporary;
    private Path home;
    private Path project;

    @BeforeEach
    void folders() throws Exception {
        temporary = temporary.toRealPath();
        home = Files.createDirectory(temporary.resolve("home"));
        project = Files.createDirectory(home.resolve("project"));
    }

    @Test
    void aFolderOfAProjectIsAccepted() throws Failure {
        assertThat(check(project).path()).isEqualTo(project);
    }

    @Test
    void aLinkToAProjectIsTheProject() throws Exception {
        var link = Files.createSymbolicLink(temporary.resolve("link"), project);
        assertThat(check(link).path()).isEqualTo(project);
    }

    @Test
    void theRootOfTheFileSystemIsRefusedByEveryName() throws Exception {
        refused(Path.of("/"), "is the root of the file system");
        refused(project.resolve("../../../../../../../../../.."), "is the root of the file system");
        var link = Files.createSymbolicLink(temporary.resolve("slash"), Path.of("/"));
        refused(link, "is the root of the file system");
        refused(Path.of("/proc/self/root"), "is the root of the file system");
    }

    @Test
    void theHomeFolderIsRefusedByEveryName() throws Exception {
        refused(home, "is the home folder");
        refused(project.resolve(".."), "is the home folder");
        refused(Files.createSymbolicLink(temporary.resolve("me"), home), "is the home folder");
    }

    @Test
    void aHomeThatIsItselfALinkIsTheFolderBehindIt() throws Exception {
        var link = Files.createSymbolicLink(temporary.resolve("me"), home);
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(() -> ProjectRoot.check(home, homes(link), Projects.FILES));
    }

    @Test
    void everyHomeCountsAndOneThatIsMissingHurtsNobody() throws Failure {
        var homes = new Homes(List.of(temporary.resolve("gone"), Path.of("relative"), home));
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(() -> ProjectRoot.check(home, homes, Projects.FILES));
        assertThat(ProjectRoot.check(project, homes, Projects.FILES).path()).isEqualTo(project);
    }

    @Test
    void whatIsMissingOrNoFolderIsRefusedByName() throws Exception {
        refused(temporary.resolve("missing"), "missing does not exist");
        var file = Files.createFile(temporary.resolve("file"));
        refused(file, "file is not a folder");
        refused(file.resolve("below"), "below is not a folder");
        var dangling = Files.createSymbolicLink(temporary.resolve("dangling"), Path.of("nowhere"));
        refused(dangling, "dangling does not exist");
        var loop = temporary.resolve("loop");
        Files.createSymbolicLink(loop, loop);
        refused(loop, "loop cannot be used");
    }

    @Test
    void theNearestFolderAboveIsFound() throws Exception {
        var below = Files.createDirectories(project.resolve("a/b"));
        assertThat(find(below)).isEmpty();
        Files.createDirectory(project.resolve(".flow"));
        assertThat(find(below)).contains(new ProjectRoot(project));
        Files.createDirectory(project.resolve("a/.flow"));
        assertThat(find(below)).contains(new ProjectRoot(project.resolve("a")));
    }

    @Test
    void aFolderAboveThatMayNotBeOneIsRefusedNotSkipped() throws Exception {
        Files.createDirectory(home.resolve(".flow"));
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(() -> find(project))
                .withMessageContaining("is the home folder");
    }

    private Optional<ProjectRoot> find(Path from) throws Failure {
        return ProjectRoot.find(from, homes(home), Projects.FILES);
    }

    private void refused(Path path, String why) {
        assertThatExceptionOfType(Failure.Refused.class)
                .isThrownBy(() -> check(path))
                .withMessageContaining(why);
    }

    private ProjectRoot check(Path path) throws Failure {
        return ProjectRoot.check(path, homes(home), Projects.FILES);
    }

    private static Homes homes(Path home) {
        return new Homes(List.of(home));
    }
}
