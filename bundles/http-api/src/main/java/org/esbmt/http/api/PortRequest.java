package org.esbmt.http.api;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.edge.CallReceiver;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of a port: its handler's call on another thread, and its answer. Confined to the event loop, except for
 * the methods of the handler's thread. Subclasses receive the body.
 */
abstract class PortRequest implements CallReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(PortRequest.class);
    private static final HeaderName RETRY_AFTER = HeaderName.of("Retry-After");

    private final HttpCall call;
    private final RequestHead head;
    private final EventStreams streams;
    private volatile boolean over;
    private EventStream events;

    PortRequest(HttpCall call, RequestHead head, EventStreams streams) {
        this.call = call;
        this.head = head;
        this.streams = streams;
    }

    final HttpCall call() {
        return call;
    }

    final RequestHead head() {
        return head;
    }

    final LoopState loop() {
        return call.loop();
    }

    // ---- the handler

    /** Has the handler called, or answers 503. Returns true if the handler's task is accepted. */
    final boolean execute(Executor executor, Callable<Response> handler, Runnable afterwards) {
        try {
            executor.execute(() -> {
                try {
                    if (!over) {
                        handle(handler);
                    }
                } finally {
                    onLoop(afterwards);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            answerBusy(executor);
            return false;
        }
    }

    private void handle(Callable<Response> handler) {
        Response response;
        try {
            response = requireNonNull(handler.call(), "the handler's answer");
        } catch (IOException e) {
            onLoop(() -> failed(e));
            return;
        } catch (Exception | Error e) {
            LOG.error("A request {} {} failed inside the bus.", head.method(), head.path(), e);
            onLoop(() -> call.refuse(500));
            return;
        }
        if (response.body() instanceof Response.Written written && hasBody(response.status())) {
            write(response, written);
        } else {
            onLoop(() -> answer(response));
        }
    }

    /** A client that has left is no failure. */
    private void failed(IOException cause) {
        if (call.isOpen()) {
            LOG.error("A request {} {} failed inside the bus.", head.method(), head.path(), cause);
            call.refuse(500);
        }
    }

    private void write(Response response, Response.Written written) {
        BodyOutput out = new BodyOutput(loop(), written.length());
        onLoop(() -> call.answer(response.status(), response.fields(), out.body()));
        try (out) {
            written.writer().writeTo(out);
            out.complete();
        } catch (IOException | RuntimeException | Error e) {
            if (!out.isLeft()) {
                LOG.error("An answer to {} {} broke off inside the bus.", head.method(), head.path(), e);
            }
        }
    }

    private void onLoop(Runnable task) {
        try {
            loop().loop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("A request {} {} outlived its port.", head.method(), head.path());
        }
    }

    // ---- the answer

    /** Answers with bytes or events, or without a body; perhaps later. */
    final void answer(Response response) {
        if (response.delay().isZero()) {
            answerNow(response);
        } else {
            Future<?> unused = loop().loop()
                    .schedule(() -> answerNow(response), response.delay().toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void answerNow(Response response) {
        int status = response.status();
        if (!hasBody(status)) {
            call.answerWithoutBody(status, response.fields(), lengthToHead(response));
        } else if (response.body() instanceof Response.Bytes whole) {
            call.answer(status, response.fields(), HttpBody.of(whole.content(), loop()));
        } else if (response.body() instanceof Response.Events opened) {
            open(response, opened);
        } else {
            throw new IllegalStateException("a body is not written on the event loop");
        }
    }

    private boolean hasBody(int status) {
        return status != 204 && status != 304 && !head.method().equals("HEAD");
    }

    private static long lengthToHead(Response response) {
        if (response.status() == 204 || response.status() == 304) {
            return -1;
        }
        if (response.body() instanceof Response.Bytes whole) {
            return whole.content().length();
        }
        return response.body() instanceof Response.Written written ? written.length() : -1;
    }

    private void open(Response response, Response.Events opened) {
        if (!call.isOpen()) {
            return;
        }
        if (!streams.admit()) {
            answerBusy(Runnable::run);
            return;
        }
        EventStream stream = new EventStream(loop());
        events = stream;
        streams.add(stream);
        call.answer(response.status(), response.fields(), stream.body());
        try {
            opened.opened().accept(stream);
        } catch (RuntimeException e) {
            LOG.error("A stream of events to {} could not be served.", head.path(), e);
            stream.close();
        }
    }

    /** Answers as the executor says, or 503; the client may try again in a second. */
    final void answerBusy(Executor executor) {
        if (executor instanceof Handling.AnsweringExecutor answering) {
            answer(answering.busy());
            return;
        }
        Headers soon = new Headers.Builder().put(RETRY_AFTER, "1").build();
        call.answer(503, soon, HttpBody.of(new BytesSource(new byte[0]), loop()));
    }

    // ---- the call

    @Override
    public void data(ByteBuf piece) {
        piece.release();
    }

    @Override
    public void flush() {}

    @Override
    public void end() {}

    @Override
    public void aborted(Throwable cause) {}

    @Override
    public final void tick(long now) {
        if (events != null) {
            events.tick(now);
        }
        ticked(now);
    }

    /** Called about four times a second, until the call is over. */
    void ticked(long now) {}

    @Override
    public void over(boolean answered) {
        over = true;
        if (events != null) {
            streams.remove(events);
            events.over();
        }
    }
}
