package dev.berth.runner.agent;

import dev.berth.durable.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Claude Code.
public record Claude() implements Agent {
    private static final String FOLDER = ".claude";
    // Otherwise it removes conversations that are older than a month when it starts.
    private static final String SETTINGS = "{\"cleanupPeriodDays\":36500}";

    @Override
    public String name() {
        return "claude";
    }

    @Override
    public String installation() {
        return "install Claude Code (`npm install -g @anthropic-ai/claude-code`)";
    }

    @Override
    public List<String> words(List<String> command, Talk talk) {
        var words = new ArrayList<>(command);
        words.addAll(List.of("-p", "--verbose", "--output-format", "stream-json"));
        words.addAll(List.of("--permission-mode", "bypassPermissions", "--settings", SETTINGS));
        words.addAll(
                switch (talk) {
                    case Talk.First(var id) -> List.of("--session-id", id);
                    case Talk.Next(var id) -> List.of("--resume", id);
                });
        return words;
    }

    @Override
    public Map<String, String> environment(boolean sandboxed) {
        var all = new LinkedHashMap<String, String>();
        all.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
        all.put("DISABLE_TELEMETRY", "1");
        all.put("DISABLE_AUTOUPDATER", "1");
        if (sandboxed) all.put("IS_SANDBOX", "1");
        return all;
    }

    @Override
    public List<String> variables() {
        return List.of(
                "ANTHROPIC_API_KEY",
                "ANTHROPIC_AUTH_TOKEN",
                "CLAUDE_CODE_OAUTH_TOKEN",
                "ANTHROPIC_BASE_URL",
                "ANTHROPIC_MODEL");
    }

    @Override
    public List<Kept> kept() {
        var all = new ArrayList<Kept>();
        for (String name :
                List.of(
                        "projects",
                        "todos",
                        "tasks",
                        "plans",
                        "file-history",
                        "agents",
                        "commands",
                        "skills")) {
            all.add(Kept.folder(FOLDER + "/" + name, FOLDER + "/" + name));
        }
        for (String name : List.of("CLAUDE.md", "settings.json")) {
            all.add(Kept.file(FOLDER + "/" + name, FOLDER + "/" + name));
        }
        return all;
    }

    @Override
    public List<String> neverKept() {
        return List.of(FOLDER + "/.credentials.json", FOLDER + "/.claude.json", ".claude.json");
    }

    @Override
    public void read(Json.Obj line, Consumer<AgentEvent> events) {
        switch (Loose.text(line, "type")) {
            case "system" -> {
                if (Loose.text(line, "subtype").equals("init")) {
                    events.accept(new AgentEvent.Conversation(Loose.text(line, "session_id")));
                }
            }
            case "assistant", "user" -> parts(line, events);
            case "result" -> {
                if (Loose.isTrue(line, "is_error")) {
                    String said = Loose.text(line, "result");
                    events.accept(
                            new AgentEvent.Trouble(
                                    said.isEmpty() ? Loose.text(line, "subtype") : said));
                }
            }
            default -> {
                // Of no interest to people, or newer than this.
            }
        }
    }

    private static void parts(Json.Obj line, Consumer<AgentEvent> events) {
        var message = Loose.object(line, "message");
        if (message.isEmpty()) return;
        boolean own = Loose.text(line, "type").equals("assistant");
        for (var part : Loose.objects(message.get(), "content")) {
            switch (Loose.text(part, "type")) {
                case "text" -> {
                    if (own) events.accept(new AgentEvent.Message(Loose.text(part, "text")));
                }
                case "thinking" ->
                        events.accept(new AgentEvent.Thought(Loose.text(part, "thinking")));
                case "tool_use" ->
                        events.accept(
                                new AgentEvent.ToolCall(
                                        Loose.text(part, "id"),
                                        Loose.text(part, "name"),
                                        Loose.json(part, "input")));
                case "tool_result" ->
                        events.accept(
                                new AgentEvent.ToolOutput(
                                        Loose.text(part, "tool_use_id"),
                                        Loose.words(part, "content"),
                                        Loose.isTrue(part, "is_error")));
                default -> {
                    // Images and whatever comes after them.
                }
            }
        }
    }
}
