package dev.berth.depot.s3;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;

import javax.xml.stream.XMLStreamException;

/// A client that asks again also where the line broke within the words of an answer, and where what
/// was sent arrived as something else. The vendor's own retries do not count these among the things
/// that pass.
///
/// All our requests may be made again: what they did is known by its mark.
final class Persistent implements InvocationHandler {
    private static final int TIMES = 5;
    // A wrong secret looks the same as a damaged body, and stays.
    private static final int TIMES_REFUSED = 3;
    private static final Set<String> DAMAGED =
            Set.of("SignatureDoesNotMatch", "XAmzContentSHA256Mismatch", "BadDigest");

    private final S3Client client;

    private Persistent(S3Client client) {
        this.client = client;
    }

    static S3Client of(S3Client client) {
        return (S3Client)
                Proxy.newProxyInstance(
                        S3Client.class.getClassLoader(),
                        new Class<?>[] {S3Client.class},
                        new Persistent(client));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        for (int time = 1; ; time++) {
            try {
                return method.invoke(client, arguments);
            } catch (InvocationTargetException thrown) {
                if (time >= timesAfter(thrown.getTargetException()))
                    throw thrown.getTargetException();
            }
        }
    }

    /// The words of an answer ended before they should.
    private static boolean isCut(@Nullable Throwable fault) {
        if (fault == null) return false;
        return fault instanceof XMLStreamException || isCut(fault.getCause());
    }

    private static int timesAfter(Throwable fault) {
        if (fault instanceof UncheckedIOException || isCut(fault)) return TIMES;
        boolean damaged = fault instanceof SdkException told && isDamage(told);
        return damaged ? TIMES_REFUSED : 1;
    }

    /// Also where the store has no word for it: what it could not make sense of.
    private static boolean isDamage(SdkException told) {
        var code = S3Faults.code(told);
        return code.isPresent()
                ? DAMAGED.contains(code.get())
                : S3Faults.is(told, S3Faults.BAD_REQUEST);
    }
}
