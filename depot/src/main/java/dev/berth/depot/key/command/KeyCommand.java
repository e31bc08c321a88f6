package dev.berth.depot.key.command;

import dev.berth.depot.key.KeyService;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;

/// A master key that a program keeps: Berth never sees it.
///
/// The program is run without a shell, with one argument: `id`, `wrap` or `unwrap`. `id` prints
/// which key it has. The others read two lines, the context and a secret or what was wrapped, both
/// in base 64, and print what was wrapped or the secret in the same way. Exit code 18 means that
/// the key is not the right one; any other but 0, that the service is not to be had. Secrets go
/// through pipes only, never through arguments; what the program says on standard error is dropped.
public final class KeyCommand implements KeyService {
    private static final Pattern ID = Pattern.compile("[\\x21-\\x7e]{1,64}");

    private final KeyProgram program;
    private final String keyId;

    private KeyCommand(KeyProgram program, String keyId) {
        this.program = program;
        this.keyId = keyId;
    }

    /// The service that the program at `path` is, which runs with these variables.
    public static KeyCommand open(String path, Map<String, String> environment) throws Failure {
        return open(new KeyProgram(path, environment, KeyProgram.USUAL_PATIENCE));
    }

    static KeyCommand open(KeyProgram program) throws Failure {
        String id = new String(program.run("id", new byte[0]), StandardCharsets.UTF_8).strip();
        if (!ID.matcher(id).matches()) {
            throw program.unavailable("says no id of a key: 1 to 64 visible ASCII characters");
        }
        return new KeyCommand(program, id);
    }

    @Override
    public String keyId() {
        return keyId;
    }

    @Override
    public byte[] wrap(byte[] secret, byte[] context) throws Failure {
        byte[] wrapped = ask("wrap", context, secret);
        if (wrapped.length > 0 && !Arrays.equals(wrapped, secret)) return wrapped;
        throw program.unavailable("wrapped nothing");
    }

    @Override
    public byte[] unwrap(byte[] wrapped, byte[] context) throws Failure {
        return ask("unwrap", context, wrapped);
    }

    private byte[] ask(String verb, byte[] context, byte[] bytes) throws Failure {
        byte[] question = lines(context, bytes);
        byte[] answer = {};
        try {
            answer = program.run(verb, question);
            // Programs like to break the lines of base 64.
            int length = 0;
            for (byte each : answer) if (each > ' ') answer[length++] = each;
            return Base64.getDecoder().decode(Arrays.copyOf(answer, length));
        } catch (IllegalArgumentException notBase64) {
            throw program.unavailable("answered something else than base 64");
        } finally {
            Arrays.fill(question, (byte) 0);
            Arrays.fill(answer, (byte) 0);
        }
    }

    private static byte[] lines(byte[] context, byte[] bytes) {
        byte[] first = Base64.getEncoder().encode(context);
        byte[] second = Base64.getEncoder().encode(bytes);
        byte[] both = Arrays.copyOf(first, first.length + second.length + 2);
        both[first.length] = '\n';
        System.arraycopy(second, 0, both, first.length + 1, second.length);
        both[both.length - 1] = '\n';
        Arrays.fill(second, (byte) 0);
        return both;
    }

    @Override
    public String toString() {
        return "key " + keyId + " of " + program;
    }
}
