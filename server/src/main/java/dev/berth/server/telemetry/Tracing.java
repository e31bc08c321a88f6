package dev.berth.server.telemetry;

import dev.berth.failure.Failure;
import dev.berth.server.http.Journal;
import dev.berth.session.SessionKey;
import dev.berth.session.life.Observer;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;

import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Sends spans over OTLP (HTTP, protobuf): one for each call, and for what a node does one within
/// the other. A collector that does not answer slows nothing down; what it missed is gone.
public final class Tracing implements Observer, Journal, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final int SERVERS_FAULT = 500;

    private final Clock clock;
    private final Journal next;
    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final Complaints complaints;

    private Tracing(Clock clock, Journal next, SdkTracerProvider provider, Complaints complaints) {
        this.clock = clock;
        this.next = next;
        this.provider = provider;
        this.complaints = complaints;
        tracer = provider.get("berth");
    }

    /// To the collector at `endpoint`, such as `http://127.0.0.1:4318`, in the name of a node.
    /// `next` is told of every call as well, and of traces that could not be sent.
    public static Tracing to(String endpoint, String node, Clock clock, Journal next) {
        var complaints = Complaints.to(next);
        var exporter =
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(endpoint.replaceAll("/+$", "") + "/v1/traces")
                        .setTimeout(PATIENCE)
                        .setRetryPolicy(null)
                        .build();
        var resource =
                Resource.getDefault()
                        .merge(
                                Resource.create(
                                        Attributes.of(
                                                AttributeKey.stringKey("service.name"),
                                                "berth",
                                                AttributeKey.stringKey("service.instance.id"),
                                                node)));
        var provider =
                SdkTracerProvider.builder()
                        .setResource(resource)
                        .addSpanProcessor(
                                BatchSpanProcessor.builder(exporter)
                                        .setScheduleDelay(Duration.ofSeconds(1))
                                        .build())
                        .build();
        return new Tracing(clock, next, provider, complaints);
    }

    // Closed with the deed, in the same thread.
    @SuppressWarnings("MustBeClosedChecker")
    @Override
    public Doing begin(Deed deed, SessionKey session) {
        var span =
                tracer.spanBuilder(deed.name().toLowerCase(Locale.ROOT))
                        .setAttribute("berth.session", session.id().value())
                        .setAttribute("berth.tenant", session.tenant().value())
                        .startSpan();
        return new Spanned(span, span.makeCurrent());
    }

    private static final class Spanned implements Doing {
        private final Span span;
        private final Scope scope;
        private boolean told;

        Spanned(Span span, Scope scope) {
            this.span = span;
            this.scope = scope;
        }

        @Override
        public void ended(String how) {
            span.setAttribute("berth.ending", how);
            told = true;
        }

        @Override
        public void moved(long bytes) {
            span.setAttribute("berth.bytes", bytes);
        }

        @Override
        public void close() {
            scope.close();
            if (!told) span.setStatus(StatusCode.ERROR);
            span.end();
        }
    }

    @Override
    public void answered(Answered call) {
        var end = clock.instant();
        String route = call.route().isEmpty() ? "unknown" : call.route();
        var span =
                tracer.spanBuilder(call.method() + " " + route)
                        .setSpanKind(SpanKind.SERVER)
                        .setStartTimestamp(end.minusNanos(call.nanos()))
                        .setAttribute("http.request.method", call.method())
                        .setAttribute("http.route", route)
                        .setAttribute("http.response.status_code", call.status())
                        .startSpan();
        if (call.status() >= SERVERS_FAULT) span.setStatus(StatusCode.ERROR);
        span.end(end);
        next.answered(call);
    }

    @Override
    public void unexpected(String doing, Throwable bug) {
        next.unexpected(doing, bug);
    }

    /// Sends what is left, for a moment.
    @Override
    public void close() {
        complaints.listen();
        provider.shutdown().join(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        complaints.end();
    }

    /// What the library says of its troubles, on its way into our log instead of onto the terminal.
    private static final class Complaints extends java.util.logging.Handler {
        private final Logger logger = Logger.getLogger("io.opentelemetry");
        private final Journal journal;

        private Complaints(Journal journal) {
            this.journal = journal;
        }

        static Complaints to(Journal journal) {
            var complaints = new Complaints(journal);
            complaints.logger.setUseParentHandlers(false);
            complaints.listen();
            return complaints;
        }

        /// Once more before the last words: a virtual machine that is told to end takes away all
        /// who listen, at once and beside us.
        void listen() {
            end();
            logger.addHandler(this);
        }

        void end() {
            logger.removeHandler(this);
        }

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() < Level.WARNING.intValue()) return;
            journal.unexpected(
                    "sending traces",
                    new Failure.Unavailable(
                            String.valueOf(entry.getMessage()), "check telemetry.endpoint"));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
