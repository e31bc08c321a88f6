package dev.berth.server.jetty;

import dev.berth.failure.Failure;
import dev.berth.server.http.Answer;
import dev.berth.server.http.Journal;
import dev.berth.server.http.Kernel;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Hands each call to the kernel in a thread of its own, and writes the answer.
final class CallHandler extends Handler.Abstract.NonBlocking {
    private final Kernel kernel;
    private final Journal journal;

    CallHandler(Kernel kernel, Journal journal) {
        this.kernel = kernel;
        this.journal = journal;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // A call may be long and silent, such as one that waits for a turn.
        request.addIdleTimeoutListener(_ -> false);
        Thread.ofVirtual().name("call").start(() -> serve(request, response, callback));
        return true;
    }

    private void serve(Request request, Response response, Callback callback) {
        try {
            var incoming = new JettyIncoming(request);
            serve(kernel.answer(incoming), incoming, request, response);
            callback.succeeded();
        } catch (Failure | IOException cutOff) {
            callback.failed(cutOff);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            callback.failed(stopping);
        } catch (RuntimeException | Error bug) {
            journal.unexpected("writing an answer", bug);
            callback.failed(bug);
        }
    }

    private static void serve(
            Answer answer, JettyIncoming incoming, Request request, Response response)
            throws Failure, IOException, InterruptedException {
        try {
            response.setStatus(answer.status());
            answer.headers().forEach(response.getHeaders()::put);
            boolean hasBody = answer.status() != 204 && answer.status() != 304;
            if (answer.length() >= 0 && hasBody) {
                response.getHeaders().put("Content-Length", answer.length());
            }
            if (hasBody && !request.getMethod().equals("HEAD")) {
                write(answer, incoming, request, response);
            } else {
                // Begun before it ends: what ends at once is given a length of 0, true or not.
                Content.Sink.write(response, false, ByteBuffer.allocate(0));
            }
        } finally {
            answer.content().close();
        }
    }

    private static void write(
            Answer answer, JettyIncoming incoming, Request request, Response response)
            throws Failure, IOException, InterruptedException {
        // Closed only after the last byte: an answer that is cut off must not look whole.
        var stream = Response.asBufferedOutputStream(request, response);
        answer.content().writeTo(new JettyOut(stream));
        if (answer.status() >= 400) {
            stream.flush();
            incoming.drain();
        }
        stream.close();
    }
}
