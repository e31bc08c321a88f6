package dev.berth.server.files;

import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Part;
import dev.berth.server.problem.Objection;
import dev.berth.server.problem.Problem;
import dev.berth.session.files.FileContent;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/// Turns an open file into an answer, which closes it.
record Reading(FileContent file, Conditions conditions) {
    Answer answer(Optional<String> range) throws Failure, Objection {
        var hash = file.hash();
        String tag = Conditions.tag(hash);
        if (conditions.match().filter(tags -> !tags.hold(hash)).isPresent()) {
            throw new Objection(
                    Problem.failedPrecondition(
                            "the file is not what you know",
                            "read it again",
                            Map.of("found_sha256", hash.hex())));
        }
        if (conditions.noneMatch().filter(tags -> tags.hold(hash)).isPresent()) {
            file.close();
            return headed(Answer.empty(304), tag);
        }
        long size = file.size();
        var wanted = conditions.wantRangeOf(hash) ? Range.wanted(range, size) : new Range.Whole();
        return headed(
                switch (wanted) {
                    case Range.Whole _ -> sent(200, new Range(0, size));
                    case Range.Part(var part) ->
                            sent(206, part).with("Content-Range", part.header(size));
                    case Range.Beyond _ ->
                            throw new Objection(
                                    Problem.notSatisfiable(
                                            "the file has only %d bytes".formatted(size)),
                                    Map.of("Content-Range", "bytes */" + size));
                },
                tag);
    }

    private Answer sent(int status, Range part) {
        String type = ContentTypes.of(file.entry().name());
        return Answer.stream(status, type, part.count(), new Sent(file, part))
                .with("Content-Disposition", ContentTypes.disposition(file.entry().name()))
                // Whatever it is, it runs nothing and asks for nothing.
                .with(
                        "Content-Security-Policy",
                        "default-src 'none'; frame-ancestors 'none'; sandbox");
    }

    private Answer headed(Answer answer, String tag) {
        var modified = file.entry().modified().atOffset(ZoneOffset.UTC);
        var tagged = answer.with("ETag", tag);
        if (file.entry().executable()) tagged = tagged.with(Part.EXECUTABLE, "true");
        return tagged.with("Accept-Ranges", "bytes")
                .with("Last-Modified", DateTimeFormatter.RFC_1123_DATE_TIME.format(modified))
                .with("Cache-Control", "private, no-cache");
    }

    /// The bytes themselves.
    private record Sent(FileContent file, Range part) implements Answer.Content {
        @Override
        public void writeTo(Answer.Out out) throws Failure {
            file.copy(part.from(), part.count(), out::write);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
