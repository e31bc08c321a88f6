package dev.berth.vault;

import static dev.berth.vault.Temporary.bytes;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.Interceptor;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// A vault on the real file system, with locks of its own.
@Timeout(120)
abstract class VaultFixture {
    static final Expectation ABSENT = new Expectation.Absent();
    static final Expectation ANYTHING = new Expectation.Anything();

    @TempDir Path temp;
    Temporary place;

    @BeforeEach
    void make() throws Exception {
        place = Temporary.in(temp.toRealPath());
    }

    static Expectation content(String text) {
        return new Expectation.Content(ContentHash.of(bytes(text)));
    }

    /// Does something before every call of one kind on what has a name that begins so.
    static Interceptor before(Call.Kind kind, String name, Meddling meddling) {
        return new Interceptor() {
            @Override
            public <T> T call(Call call, Body<T> body) throws FileFault {
                if (call.kind() == kind && call.subject().startsWith(name)) run(meddling);
                return body.run();
            }
        };
    }

    static void run(Meddling meddling) {
        try {
            meddling.run();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    interface Meddling {
        void run() throws Exception;
    }
}
