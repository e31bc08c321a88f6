package dev.berth.cli.doctor;

import dev.berth.durable.json.Json;

/// One thing that was looked at: how it stands, and what that means for the user.
record Finding(String name, Standing standing, String found, String meaning) {
    /// How a thing stands. `WARNING` wants a look; `ABSENT` is fine unless it is needed.
    enum Standing {
        OK("ok"),
        ABSENT("absent"),
        WARNING("warning");

        private final String word;

        Standing(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    static Finding ok(String name, String found, String meaning) {
        return new Finding(name, Standing.OK, found, meaning);
    }

    static Finding absent(String name, String found, String meaning) {
        return new Finding(name, Standing.ABSENT, found, meaning);
    }

    static Finding warning(String name, String found, String meaning) {
        return new Finding(name, Standing.WARNING, found, meaning);
    }

    Json.Obj json() {
        return Json.object()
                .put("name", name)
                .put("standing", standing.word())
                .put("found", found)
                .put("meaning", meaning)
                .build();
    }
}
