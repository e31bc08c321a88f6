package dev.berth.cli.flow;

import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.durable.json.Json;
import dev.berth.flow.ProjectRoot;
import dev.berth.flow.register.Agent;
import dev.berth.flow.register.Registering.Did;
import dev.berth.flow.register.Registering.Outcome;

import java.util.List;
import java.util.Locale;

/// What `berth flow register` answers.
record RegisterReply(ProjectRoot root, Agent agent, List<Outcome> outcomes) implements Reply {
    @Override
    public Json.Obj json() {
        return Json.object()
                .put("root", root.toString())
                .put("agent", agent.word())
                .put("files", outcomes.stream().map(RegisterReply::file).toList())
                .build();
    }

    @Override
    public void show(Page page) {
        for (var outcome : outcomes) page.line(outcome.file() + ": " + sentence(outcome.did()));
    }

    private static Json file(Outcome outcome) {
        return Json.object()
                .put("file", outcome.file())
                .put("did", outcome.did().name().toLowerCase(Locale.ROOT))
                .build();
    }

    private static String sentence(Did did) {
        return switch (did) {
            case ADDED -> "added";
            case ALREADY_THERE -> "it was there already";
            case UPDATED -> "brought up to date";
            case REMOVED -> "taken out";
            case NOT_THERE -> "nothing of ours was there";
        };
    }
}
