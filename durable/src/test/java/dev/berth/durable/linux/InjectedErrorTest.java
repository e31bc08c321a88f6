package dev.berth.durable.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileFault;
import dev.berth.durable.FolderFixture;
import dev.berth.durable.Name;
import dev.berth.durable.Traced;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// Errors that a healthy kernel does not give, put in by strace while a program of ours runs.
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class InjectedErrorTest {
    @TempDir private Path temporary;

    /// Run as a program of its own: does one thing in a folder and says how it went.
    public static void main(String[] arguments) throws FileFault {
        try (var folder = new LinuxFiles().open(Path.of(arguments[1]))) {
            var one = Name.of("one");
            var two = Name.of("two");
            switch (arguments[0]) {
                case "renameNew" -> folder.renameNew(one, folder, two);
                case "create" -> folder.create(two, 0666).close();
                case "createPrivate" -> folder.create(two, 0600).close();
                case "makeFolder" -> folder.makeFolder(two, 0777);
                case "sync" -> folder.sync();
                case "syncFileSystem" -> folder.syncFileSystem();
                case "write" -> {
                    try (var file = folder.write(one)) {
                        file.writeFully(FolderFixture.bytes("written"), 0);
                        file.sync();
                    }
                }
                default -> throw new IllegalArgumentException(arguments[0]);
            }
            System.out.println("done");
        } catch (FileFault fault) {
            System.out.println(fault.errno() + " " + fault.call());
        }
    }

    @Test
    void renamesFilesWithoutReplacingWhereTheFileSystemCannot() throws Exception {
        for (var error : List.of("EINVAL", "ENOSYS")) {
            var tree = tree("rename-" + error);
            assertThat(run(tree, "renameNew", "renameat2:error=" + error).output())
                    .isEqualTo("done");
            assertThat(tree.resolve("one")).doesNotExist();
            assertThat(tree.resolve("two")).hasContent("first");
        }
    }

    @Test
    void stillReplacesNothingThere() throws Exception {
        var tree = tree("taken");
        Files.writeString(tree.resolve("two"), "second");
        assertThat(run(tree, "renameNew", "renameat2:error=EINVAL").output())
                .isEqualTo("EEXIST linkat");
        assertThat(tree.resolve("one")).hasContent("first");
        assertThat(tree.resolve("two")).hasContent("second");
    }

    @Test
    void leavesOneNameWhenTheFirstCannotBeRemoved() throws Exception {
        var tree = tree("stuck");
        var traced = run(tree, "renameNew", "renameat2:error=EINVAL", "unlinkat:error=EIO:when=1");
        assertThat(traced.output()).isEqualTo("EIO unlinkat");
        assertThat(tree.resolve("one")).hasContent("first");
        assertThat(tree.resolve("two")).doesNotExist();
    }

    @Test
    void refusesAFolderThere() throws Exception {
        var tree = tree("folder");
        Files.delete(tree.resolve("one"));
        Files.createDirectory(tree.resolve("one"));
        assertThat(run(tree, "renameNew", "renameat2:error=EINVAL").output())
                .isEqualTo("EINVAL renameat2");
        assertThat(tree.resolve("one")).exists();
    }

    @Test
    void repeatsAnInterruptedWriteButNoSync() throws Exception {
        var tree = tree("interrupted");
        assertThat(run(tree, "write", "pwrite64:error=EINTR:when=1").output()).isEqualTo("done");
        assertThat(tree.resolve("one")).hasContent("written");
        for (var error : List.of("EINTR", "EIO")) {
            var file = run(tree, "write", "fsync:error=" + error + ":when=1");
            assertThat(file.output()).isEqualTo(error + " fsync");
            assertThat(file.calls()).filteredOn(it -> it.contains(" fsync(")).hasSize(1);
            var folder = run(tree, "sync", "fsync:error=" + error + ":when=1");
            assertThat(folder.output()).isEqualTo(error + " fsync");
            assertThat(folder.calls()).filteredOn(it -> it.contains(" fsync(")).hasSize(1);
            var all = run(tree, "syncFileSystem", "syncfs:error=" + error + ":when=1");
            assertThat(all.output()).isEqualTo(error + " syncfs");
            assertThat(all.calls()).filteredOn(it -> it.contains(" syncfs(")).hasSize(1);
        }
    }

    @Test
    void leavesNothingWhoseModeCouldNotBeSet() throws Exception {
        var tree = tree("mode");
        assertThat(run(tree, "create", "fchmod:error=EPERM").output()).isEqualTo("EPERM fchmod");
        assertThat(run(tree, "makeFolder", "fchmodat:error=EPERM").output())
                .isEqualTo("EPERM fchmodat");
        assertThat(tree.resolve("two")).doesNotExist();
    }

    @Test
    void setsNoModeThatIsThereAlready() throws Exception {
        var tree = tree("fits");
        var created = run(tree, "createPrivate", "fchmod:error=EPERM");
        assertThat(created.calls()).filteredOn(it -> it.contains(" fchmod(")).isEmpty();
        assertThat(Files.getPosixFilePermissions(tree.resolve("two")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void tellsTheNumberOfAnErrorThatHasNoNameHere() throws Exception {
        assertThat(run(tree("unknown"), "sync", "fsync:error=EBADMSG").output())
                .isEqualTo("OTHER fsync, error 74");
    }

    private Path tree(String name) throws Exception {
        var tree = Files.createDirectory(temporary.resolve(name));
        Files.writeString(tree.resolve("one"), "first");
        return tree;
    }

    private Traced run(Path tree, String what, String... errors) throws Exception {
        var options = new ArrayList<String>();
        options.addAll(
                List.of("-e", "trace=fsync,syncfs,renameat2,unlinkat,fchmod,fchmodat,pwrite64"));
        for (var error : errors) options.addAll(List.of("-e", "inject=" + error));
        return Traced.run(temporary, InjectedErrorTest.class, options, what, tree.toString());
    }
}
