package dev.berth.server.operations;

/// Text in the format of Prometheus, written down figure by figure.
final class Exposition {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder text = new StringBuilder();

    /// A figure's name and meaning; its lines follow.
    Exposition head(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        return this;
    }

    Exposition line(String name, Number value) {
        text.append(name).append(' ').append(value).append('\n');
        return this;
    }

    /// A figure of one line.
    Exposition one(String name, String type, String help, Number value) {
        return head(name, type, help).line(name, value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
