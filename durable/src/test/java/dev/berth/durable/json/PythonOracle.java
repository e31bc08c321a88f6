package dev.berth.durable.json;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// Python's own parser with hooks that make it as strict as ours has to be: a second opinion from a
/// program that shares nothing with the first.
final class PythonOracle {
    private static final String PROGRAM =
            """
            import json, sys
            from decimal import Decimal

            def no_constants(name):
                raise ValueError(name)

            def pairs(fields):
                if len(dict(fields)) != len(fields):
                    raise ValueError('duplicate')
                return dict(fields)

            def whole(literal):
                if len(literal) > 64 or not -2**63 <= int(literal) < 2**63:
                    raise ValueError('does not fit')
                return int(literal)

            def other(literal):
                value = Decimal(literal)
                digits, exponent = value.as_tuple()[1:]
                if len(literal) > 64 or len(digits) > 40 or abs(value.adjusted()) > 308:
                    raise ValueError('does not fit')
                if exponent == 0 and not -2**63 <= int(value) < 2**63:
                    raise ValueError('does not fit')
                return value

            def check(value, depth):
                if isinstance(value, str):
                    value.encode('utf-8')
                elif isinstance(value, (dict, list)):
                    if depth > 64:
                        raise ValueError('deep')
                    for inner in (value.values() if isinstance(value, dict) else value):
                        check(inner, depth + 1)
                    for name in (value if isinstance(value, dict) else ()):
                        name.encode('utf-8')

            def accepts(document):
                try:
                    value = json.loads(document.decode('utf-8'), object_pairs_hook=pairs,
                        parse_int=whole, parse_float=other, parse_constant=no_constants)
                    check(value, 1)
                    return isinstance(value, dict)
                except (ValueError, RecursionError, ArithmeticError):
                    return False

            for line in sys.stdin:
                print('yes' if accepts(bytes.fromhex(line.strip())) else 'no')
            """;

    private PythonOracle() {}

    static void assumePresent() {
        boolean onPath =
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
        assumeTrue(onPath || System.getenv("CI") != null, "needs python3 for a second opinion");
    }

    static List<Boolean> accepts(List<byte[]> documents) throws IOException, InterruptedException {
        Path input = Files.createTempFile("documents", ".hex");
        Path output = Files.createTempFile("verdicts", ".txt");
        try {
            Files.write(input, documents.stream().map(HexFormat.of()::formatHex).toList());
            var python =
                    new ProcessBuilder("python3", "-I", "-c", PROGRAM)
                            .redirectInput(input.toFile())
                            .redirectOutput(output.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            if (python.waitFor() != 0) throw new IOException("python3 failed");
            var verdicts = Files.readAllLines(output).stream().map("yes"::equals).toList();
            if (verdicts.size() != documents.size()) throw new IOException("python3 stopped early");
            return verdicts;
        } finally {
            Files.delete(input);
            Files.delete(output);
        }
    }
}
