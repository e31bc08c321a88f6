package dev.berth.cli;

import dev.berth.durable.FileFault;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.crypto.Aes256Gcm;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;

import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;

/// Begins what a command on a depot will need and the JVM takes long to make ready, while the words
/// are parsed: the way into the kernel and the cipher in a thread beside, randomness and the
/// reading of JSON in this one, which would wait for the other soon.
final class Prelude {
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    private Prelude() {}

    static void begin(String[] typed) {
        if (typed.length < 2 || !typed[0].equals("depot")) return;
        if (!isFar(typed)) spareTheSearch();
        Thread.ofPlatform().daemon().name("prelude").start(Prelude::door);
        // Not in a thread of its own: with two processors that would only make the first wait.
        words();
    }

    /// Whether a bucket is meant, whose client may ask for credentials by the JDK's way to HTTP.
    private static boolean isFar(String[] typed) {
        for (var word : typed) if (word.startsWith("s3:")) return true;
        return false;
    }

    /// The first cipher of the JDK makes a URL that nobody opens, and looks through all jars for
    /// somebody who would.
    private static void spareTheSearch() {
        URL.setURLStreamHandlerFactory(
                protocol -> protocol.equals("http") ? new NeverOpened() : null);
    }

    private static void door() {
        // The kernel first: everybody waits for that.
        try {
            SystemFiles.here().open(Path.of("/")).close();
        } catch (FileFault closedToUs) {
            // The way is made all the same.
        }
        new Aes256Gcm(new byte[Aes256Gcm.KEY_BYTES]);
    }

    private static void words() {
        try {
            // In the order in which they are needed.
            new SecureRandom();
            StrictJson.open(NOTHING);
        } catch (JsonRefusal unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    private static final class NeverOpened extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) {
            return openConnection(url, Proxy.NO_PROXY);
        }

        @Override
        protected URLConnection openConnection(URL url, Proxy proxy) {
            throw new IllegalStateException("no command on a depot in a folder opens " + url);
        }
    }
}
