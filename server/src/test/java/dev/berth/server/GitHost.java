package dev.berth.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// Serves a repository over https, as a plain web server does, with a certificate of its own.
final class GitHost implements AutoCloseable {
    private static final String PASSWORD = "password";

    private final HttpsServer server;
    private final Path certificate;

    private GitHost(HttpsServer server, Path certificate) {
        this.server = server;
        this.certificate = certificate;
    }

    static GitHost start(Path folder) throws Exception {
        repository(folder);
        var store = folder.resolve("keys.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        run(
                folder,
                keytool,
                "-genkeypair",
                "-alias",
                "host",
                "-keyalg",
                "EC",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-ext",
                "bc=ca:true",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD);
        var certificate = folder.resolve("host.pem");
        run(
                folder,
                keytool,
                "-exportcert",
                "-rfc",
                "-alias",
                "host",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-file",
                certificate.toString());
        var server =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(store)));
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        var file = folder.resolve("." + exchange.getRequestURI().getPath());
                        if (!Files.isRegularFile(file)) {
                            exchange.sendResponseHeaders(404, -1);
                            return;
                        }
                        byte[] bytes = Files.readAllBytes(file);
                        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
                        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
                    }
                });
        server.start();
        return new GitHost(server, certificate);
    }

    private static SSLContext context(Path store) throws Exception {
        var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    /// With a submodule that must not be fetched.
    private static void repository(Path folder) throws Exception {
        var work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("README"), "hello\n");
        Files.writeString(
                work.resolve(".gitmodules"),
                "[submodule \"sub\"]\n\tpath = sub\n\turl = https://127.0.0.1:1/sub.git\n");
        git(work, "init", "-q", "-b", "main");
        git(work, "add", "README", ".gitmodules");
        git(work, "update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",sub");
        git(work, "commit", "-q", "-m", "first");
        git(folder, "clone", "-q", "--bare", "work", "project.git");
        git(folder.resolve("project.git"), "update-server-info");
    }

    private static void git(Path folder, String... words) throws Exception {
        var line = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
        line.addAll(List.of(words));
        run(folder, line.toArray(String[]::new));
    }

    private static void run(Path folder, String... words) throws Exception {
        var process =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) throw new IllegalStateException(words[0] + ": " + said);
    }

    Path certificate() {
        return certificate;
    }

    String url(String repository) {
        return "https://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), repository);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
