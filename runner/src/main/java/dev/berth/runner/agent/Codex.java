package dev.berth.runner.agent;

import dev.berth.durable.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Codex.
public record Codex() implements Agent {
    private static final String FOLDER = ".codex";

    @Override
    public String name() {
        return "codex";
    }

    @Override
    public String installation() {
        return "install Codex (`npm install -g @openai/codex`)";
    }

    @Override
    public List<String> words(List<String> command, Talk talk) {
        var words = new ArrayList<>(command);
        words.addAll(List.of("exec", "--json", "--skip-git-repo-check"));
        words.add("--dangerously-bypass-approvals-and-sandbox");
        if (talk instanceof Talk.Next(var id)) words.addAll(List.of("resume", id));
        words.add("-");
        return words;
    }

    @Override
    public Map<String, String> environment(boolean sandboxed) {
        return Map.of();
    }

    @Override
    public List<String> variables() {
        return List.of("OPENAI_API_KEY", "CODEX_API_KEY", "OPENAI_BASE_URL");
    }

    @Override
    public List<Kept> kept() {
        var all = new ArrayList<Kept>();
        for (String name :
                List.of("sessions", "archived_sessions", "memories", "prompts", "rules")) {
            all.add(Kept.folder(FOLDER + "/" + name, FOLDER + "/" + name));
        }
        for (String name : List.of("AGENTS.md", "config.toml", "history.jsonl")) {
            all.add(Kept.file(FOLDER + "/" + name, FOLDER + "/" + name));
        }
        return all;
    }

    @Override
    public List<String> neverKept() {
        return List.of(FOLDER + "/auth.json", FOLDER + "/.credentials.json");
    }

    @Override
    public void read(Json.Obj line, Consumer<AgentEvent> events) {
        switch (Loose.text(line, "type")) {
            case "thread.started" ->
                    events.accept(new AgentEvent.Conversation(Loose.text(line, "thread_id")));
            case "item.started" ->
                    Loose.object(line, "item").ifPresent(item -> started(item, events));
            case "item.completed" ->
                    Loose.object(line, "item").ifPresent(item -> completed(item, events));
            case "turn.failed" ->
                    Loose.object(line, "error")
                            .ifPresent(
                                    error ->
                                            events.accept(
                                                    new AgentEvent.Trouble(
                                                            Loose.text(error, "message"))));
            case "error" -> events.accept(new AgentEvent.Trouble(Loose.text(line, "message")));
            default -> {
                // Of no interest to people, or newer than this.
            }
        }
    }

    private static void started(Json.Obj item, Consumer<AgentEvent> events) {
        String id = Loose.text(item, "id");
        switch (Loose.text(item, "type")) {
            case "command_execution" ->
                    events.accept(
                            new AgentEvent.ToolCall(
                                    id,
                                    "command_execution",
                                    Json.object()
                                            .put("command", Loose.text(item, "command"))
                                            .build()
                                            .compact()));
            case "mcp_tool_call" ->
                    events.accept(
                            new AgentEvent.ToolCall(
                                    id,
                                    Loose.text(item, "server") + "." + Loose.text(item, "tool"),
                                    Loose.json(item, "arguments")));
            default -> {
                // Told when it is done.
            }
        }
    }

    private static void completed(Json.Obj item, Consumer<AgentEvent> events) {
        String id = Loose.text(item, "id");
        switch (Loose.text(item, "type")) {
            case "agent_message" -> events.accept(new AgentEvent.Message(Loose.text(item, "text")));
            case "reasoning" -> events.accept(new AgentEvent.Thought(Loose.text(item, "text")));
            case "error" -> events.accept(new AgentEvent.Trouble(Loose.text(item, "message")));
            case "command_execution" ->
                    events.accept(
                            new AgentEvent.ToolOutput(
                                    id,
                                    Loose.words(item, "aggregated_output"),
                                    Loose.isNonZero(item, "exit_code")));
            case "mcp_tool_call" ->
                    events.accept(
                            new AgentEvent.ToolOutput(
                                    id,
                                    Loose.words(item, "result"),
                                    Loose.text(item, "status").equals("failed")));
            case "file_change" -> whole(id, item, "file_change", "changes", events);
            case "web_search" -> whole(id, item, "web_search", "query", events);
            default -> {
                // Of no interest to people, or newer than this.
            }
        }
    }

    /// A tool that is told of only when it is done.
    private static void whole(
            String id, Json.Obj item, String name, String field, Consumer<AgentEvent> events) {
        var value = item.fields().get(field);
        var input = Json.object();
        if (value != null) input.put(field, value);
        events.accept(new AgentEvent.ToolCall(id, name, input.build().compact()));
        String status = Loose.text(item, "status");
        events.accept(new AgentEvent.ToolOutput(id, status, status.equals("failed")));
    }
}
