package dev.berth.flow.register;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.flow.register.JsonOutline.Member;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// One text in the list `instructions` of a JSON file. The file is edited as text: its order, its
/// spacing and its numbers are its owner's.
record ConfigEntry(String file, String value) implements Entry {
    private static final String FIELD = "instructions";
    private static final String PUT_IN = "put \"%s\" into its list `instructions` by hand";
    private static final String TAKE_OUT = "take \"%s\" out of its list `instructions` by hand";

    @Override
    public String alone() {
        return "{\n  " + field() + "\n}\n";
    }

    @Override
    public String addedTo(String text) throws Failure {
        var config = parse(text, PUT_IN);
        var members = JsonOutline.members(text, text.indexOf('{'));
        var list = list(config, PUT_IN);
        if (list.isEmpty()) return appended(text, members, text.indexOf('{'), field());
        if (index(list.get()) >= 0) return text;
        int start = members.get(position(config)).valueFrom();
        return appended(text, JsonOutline.members(text, start), start, quoted());
    }

    @Override
    public Optional<String> removedFrom(String text) throws Failure {
        if (text.equals(alone())) return Optional.empty();
        return Optional.of(removedAll(text));
    }

    /// Every entry: somebody may have put in a second one.
    private String removedAll(String text) throws Failure {
        var config = parse(text, TAKE_OUT);
        var list = list(config, TAKE_OUT);
        if (list.isEmpty() || index(list.get()) < 0) return text;
        var members = JsonOutline.members(text, text.indexOf('{'));
        int position = position(config);
        var field = members.get(position);
        if (text.substring(field.valueFrom(), field.to()).equals(ourList())) {
            return cut(text, members, position);
        }
        var items = JsonOutline.members(text, field.valueFrom());
        return removedAll(cut(text, items, index(list.get())));
    }

    private String field() {
        return "\"" + FIELD + "\": " + ourList();
    }

    /// Spaced as nobody else would after an empty list of theirs: so it is known for ours again.
    private String ourList() {
        return "[ " + quoted() + " ]";
    }

    private String quoted() {
        return Json.text(value).compact();
    }

    /// Behind the last member, set off from it as that one is set off from what is before it.
    private static String appended(String text, List<Member> members, int open, String added) {
        if (members.isEmpty()) return insert(text, open + 1, added);
        var last = members.getLast();
        String gap =
                members.size() > 1
                        ? text.substring(members.get(members.size() - 2).to(), last.from())
                        : "," + lead(text.substring(open + 1, last.from()));
        return insert(text, last.to(), gap + added);
    }

    private static String lead(String space) {
        return space.contains("\n") ? space : " ";
    }

    private static String cut(String text, List<Member> members, int index) {
        var member = members.get(index);
        if (index > 0) return without(text, members.get(index - 1).to(), member.to());
        if (members.size() > 1) return without(text, member.from(), members.get(1).from());
        return without(text, member.from(), member.to());
    }

    private static String insert(String text, int at, String added) {
        return text.substring(0, at) + added + text.substring(at);
    }

    private static String without(String text, int from, int to) {
        return text.substring(0, from) + text.substring(to);
    }

    private Json.Obj parse(String text, String byHand) throws Failure {
        try {
            return StrictJson.read(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (JsonRefusal refusal) {
            throw unchanged("is not plain JSON (comments are not): " + refusal.shown(), byHand);
        }
    }

    private Optional<List<Json>> list(Json.Obj config, String byHand) throws Failure {
        return switch (config.fields().get(FIELD)) {
            case null -> Optional.empty();
            case Json.Arr(var items) -> Optional.of(items);
            case Json.Obj _, Json.Text _, Json.Num _, Json.Bool _, Json.Null _ ->
                    throw unchanged("has an `instructions` that is not a list", byHand);
        };
    }

    private int index(List<Json> items) {
        int plain = items.indexOf(Json.text(value));
        return plain >= 0 ? plain : items.indexOf(Json.text("./" + value));
    }

    private static int position(Json.Obj config) {
        return List.copyOf(config.fields().keySet()).indexOf(FIELD);
    }

    private Failure unchanged(String what, String byHand) {
        return new Failure.Refused(
                file + " " + what, byHand.formatted(value) + "; nothing was changed");
    }
}
