package dev.berth.runner.agent;

import dev.berth.durable.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// opencode.
public record Opencode() implements Agent {
    private static final String DATA = ".local/share/opencode/";
    private static final String CONFIG = ".config/opencode/";
    private static final String MEMORY = ".opencode/";
    // Its own snapshots would be a second copy of what a checkpoint has.
    private static final String SETTINGS =
            "{\"autoupdate\":false,\"share\":\"disabled\",\"snapshot\":false}";

    @Override
    public String name() {
        return "opencode";
    }

    @Override
    public String installation() {
        return "install opencode (`npm install -g opencode-ai`)";
    }

    @Override
    public List<String> words(List<String> command, Talk talk) {
        var words = new ArrayList<>(command);
        words.addAll(List.of("run", "--format", "json", "--auto"));
        if (talk instanceof Talk.Next(var id)) words.addAll(List.of("--session", id));
        return words;
    }

    @Override
    public Map<String, String> environment(boolean sandboxed) {
        var all = new LinkedHashMap<String, String>();
        all.put("OPENCODE_CONFIG_CONTENT", SETTINGS);
        all.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
        all.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
        return all;
    }

    @Override
    public List<String> variables() {
        return List.of(
                "ANTHROPIC_API_KEY",
                "OPENAI_API_KEY",
                "OPENROUTER_API_KEY",
                "GEMINI_API_KEY",
                "OPENCODE_API_KEY");
    }

    @Override
    public List<Kept> kept() {
        var all = new ArrayList<Kept>();
        all.add(Kept.folder(DATA + "storage", MEMORY + "storage"));
        all.add(Kept.file(DATA + "opencode.db", MEMORY + "opencode.db"));
        for (String name : List.of("agent", "command")) {
            all.add(Kept.folder(CONFIG + name, MEMORY + "config/" + name));
        }
        for (String name : List.of("opencode.json", "opencode.jsonc", "AGENTS.md")) {
            all.add(Kept.file(CONFIG + name, MEMORY + "config/" + name));
        }
        return all;
    }

    @Override
    public List<String> neverKept() {
        return List.of(MEMORY + "auth.json", MEMORY + "mcp-auth.json");
    }

    @Override
    public void read(Json.Obj line, Consumer<AgentEvent> events) {
        String conversation = Loose.text(line, "sessionID");
        String type = Loose.text(line, "type");
        if (!conversation.isEmpty() && type.equals("step_start")) {
            events.accept(new AgentEvent.Conversation(conversation));
        }
        switch (type) {
            case "text" -> part(line, part -> events.accept(new AgentEvent.Message(text(part))));
            case "reasoning" ->
                    part(line, part -> events.accept(new AgentEvent.Thought(text(part))));
            case "tool_use" -> part(line, part -> tool(part, events));
            case "error" ->
                    Loose.object(line, "error")
                            .ifPresent(error -> events.accept(new AgentEvent.Trouble(why(error))));
            default -> {
                // Of no interest to people, or newer than this.
            }
        }
    }

    private static void part(Json.Obj line, Consumer<Json.Obj> use) {
        Loose.object(line, "part").ifPresent(use);
    }

    private static String text(Json.Obj part) {
        return Loose.text(part, "text");
    }

    private static void tool(Json.Obj part, Consumer<AgentEvent> events) {
        String id = Loose.text(part, "callID");
        var state = Loose.object(part, "state");
        if (state.isEmpty()) return;
        boolean failed = Loose.text(state.get(), "status").equals("error");
        events.accept(
                new AgentEvent.ToolCall(
                        id, Loose.text(part, "tool"), Loose.json(state.get(), "input")));
        events.accept(
                new AgentEvent.ToolOutput(
                        id, Loose.words(state.get(), failed ? "error" : "output"), failed));
    }

    private static String why(Json.Obj error) {
        String said =
                Loose.object(error, "data").map(data -> Loose.text(data, "message")).orElse("");
        return said.isEmpty() ? Loose.text(error, "name") : said;
    }
}
