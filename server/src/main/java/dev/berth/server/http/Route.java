package dev.berth.server.http;

import dev.berth.failure.Failure;
import dev.berth.server.problem.Objection;

import java.util.List;

/// One line of the table: how, where, by whom, with which words in the query, and what is done.
public record Route(
        Method method, Template template, Need need, List<String> query, Handler handler) {
    /// Turns a call into an answer.
    public interface Handler {
        Answer answer(Call call) throws Failure, Objection, InterruptedException;
    }

    public Route {
        query = List.copyOf(query);
    }

    public static Route of(Method method, String template, Need need, Handler handler) {
        return new Route(method, new Template(template), need, List.of(), handler);
    }

    /// With these words in its query; others are refused.
    public Route asking(String... words) {
        return new Route(method, template, need, List.of(words), handler);
    }

    @Override
    public String toString() {
        return method + " " + template.text();
    }
}
