package dev.berth.cli;

import dev.berth.durable.json.Json;

/// What a command answers: one object for programs (`--json`), a page for people. Commands that
/// wrote their answer to standard output themselves, such as a file's bytes, give [#none].
public interface Reply {
    Json.Obj json();

    void show(Page page);

    /// For commands whose answer is also a verdict, or another program's exit code.
    default int exitCode() {
        return 0;
    }

    /// Nothing more to say, in either form.
    static Reply none() {
        return None.WITH_SUCCESS;
    }

    /// Nothing more to say but this exit code.
    static Reply none(int exitCode) {
        return new None(exitCode);
    }

    /// A reply of one object and some lines, most often one.
    static Reply lines(Json.Obj json, String... lines) {
        return new Reply() {
            @Override
            public Json.Obj json() {
                return json;
            }

            @Override
            public void show(Page page) {
                for (String line : lines) page.line(Shown.oneLine(line));
            }
        };
    }

    /// The reply that prints nothing.
    record None(int exitCode) implements Reply {
        private static final None WITH_SUCCESS = new None(0);

        @Override
        public Json.Obj json() {
            return Json.object().build();
        }

        @Override
        public void show(Page page) {}
    }
}
