package dev.berth.bundle.hostile;

import java.nio.charset.StandardCharsets;

/// Links that lead elsewhere, and what would be written through them.
final class LinkAttacks {
    private LinkAttacks() {}

    static void list(Attacks to) {
        links(to, "link to an absolute path", "/l", "/etc/passwd", "/", "//host/x");
        links(to, "link out", "/l", "..", "../x", "../../etc/passwd", "./../x");
        links(to, "link out from below", "/dir/l", "../..", "../../x", "./.././../x");
        links(to, "link into another volume", "/l", "../memory/x", "../tmp", "../workspace/a.txt");
        links(to, "link that climbs behind a name", "/l", "dir/..", "dir/../../x", "zlink/../..");
        links(to, "link with a backslash", "/l", "..\\x", "dir\\..\\..\\x");
        links(to, "link to a drive", "/l", "C:/x", "c:x", "dir/C:");
        links(to, "link to a device", "/l", "NUL", "dir/con", "com1.txt");
        links(to, "link with a NUL", "/l", "a.txt\0", "\0", "dir\0/../..");
        links(to, "link with a control character", "/l", "a\nb", "\u001b[31m");
        links(to, "link to nothing", "/l", "");
        links(to, "link too long", "/l", "x/".repeat(3000), "x".repeat(4096));
        links(to, "link into a repository", "/l", ".git/hooks", ".GIT/config", "dir/git~1");
        to.part(
                "link that is not UTF-8",
                "one",
                new Part("workspace", "/l", Part.LINK, new byte[] {(byte) 0xff, 'x'}));
        to.add(
                "two links that lead out together",
                "up and up",
                forge ->
                        forge.add(Part.link("/p/q/up", "..")).add(Part.link("/z", "p/q/up/../..")));
        to.add(
                "two links that lead out together",
                "through a folder",
                forge -> forge.add(Part.link("/p/here", ".")).add(Part.link("/z", "p/here/../..")));
        to.add(
                "two links that lead out together",
                "from deep below",
                forge ->
                        forge.add(Part.link("/p/q/r/up", "../../.."))
                                .add(Part.link("/p/q/r/z", "up/..")));
        for (String target : new String[] {"dir", "..", "/tmp", "../../outside", "."}) {
            to.add(
                    "written through a link",
                    target,
                    forge -> forge.add(Part.link("/via", target)).add(Part.file("/via/x", "x")));
            to.add(
                    "written through a link in another case",
                    target,
                    forge -> forge.add(Part.link("/Via", target)).add(Part.file("/via/x", "x")));
        }
        to.add(
                "link and file of one name",
                "one",
                forge -> forge.add(Part.link("/same", "dir")).add(Part.file("/same", "x")));
        to.add(
                "link with the mode of a file in the zip",
                "one",
                forge -> {
                    var part = Part.link("/l", "dir");
                    part.zipMode = 0100644;
                    forge.add(part);
                });
        to.add(
                "file with the mode of a link in the zip",
                "one",
                forge -> {
                    var part = Part.file("/l", "../../etc/passwd");
                    part.zipMode = 0120777;
                    forge.add(part);
                });
        to.part(
                "link in UTF-16",
                "one",
                new Part("workspace", "/l", Part.LINK, "ab".getBytes(StandardCharsets.UTF_16LE)));
    }

    private static void links(Attacks to, String kind, String path, String... targets) {
        for (String target : targets) {
            to.part(kind, PathAttacks.shown(target), Part.link(path, target));
        }
    }
}
