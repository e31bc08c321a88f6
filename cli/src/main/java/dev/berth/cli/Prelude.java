package dev.berth.cli;

import dev.berth.durable.FileFault;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.crypto.Aes256Gcm;

import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;

/// Begins what a command on a depot will need and the JVM takes long to make ready, while the words
/// are parsed: the way into the kernel and the cipher, in threads beside.
final class Prelude {
    private Prelude() {}

    static void begin(String[] typed) {
        if (typed.length < 2 || !typed[0].equals("depot")) return;
        beside(Prelude::door);
        // Its library is found meanwhile, and tried when the door is open.
        boolean far = isFar(typed);
        beside(() -> cipher(far));
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

    private static void beside(Runnable work) {
        Thread.ofPlatform().daemon().name("prelude").start(work);
    }

    /// Everybody waits for that first.
    private static void door() {
        try {
            SystemFiles.here().open(Path.of("/")).close();
        } catch (FileFault closedToUs) {
            // The way is made all the same.
        }
    }

    private static void cipher(boolean far) {
        if (!Aes256Gcm.isTheSystems() && !far) spareTheSearch();
        new Aes256Gcm(new byte[Aes256Gcm.KEY_BYTES]);
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
