package org.esbmt.http.api;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The way of one request to its answer. An executor that rejects a request with {@code RejectedExecutionException} has it
 * answered with 503, or as an {@link AnsweringExecutor} says. A request whose client has left before its turn is not
 * handled.
 */
public sealed interface Handling {

    /**
     * Answers at once, on the event loop. A body of the request is not read, and ends the connection.
     *
     * @param response without a {@link Response.BodyWriter}, which may block
     */
    record Now(Response response) implements Handling {
        public Now {
            if (response.body() instanceof Response.Written) {
                throw new IllegalArgumentException("a body is not written on the event loop");
            }
        }
    }

    /**
     * Receives the whole body first, and only then occupies a thread. For requests that change something.
     *
     * @param mostBytes of the body; a larger one is answered with 413 as soon as its size is known
     */
    record Whole(int mostBytes, Executor executor, WholeHandler handler) implements Handling {
        public Whole {
            requireNonNull(executor, "executor");
            requireNonNull(handler, "handler");
        }
    }

    /**
     * Reads the body while it arrives, on a thread that waits for it. For archives and other large bodies.
     *
     * @param mostBytes of the body; a larger one is answered with 413 as soon as its size is known
     */
    record Streamed(long mostBytes, Executor executor, StreamHandler handler) implements Handling {
        public Streamed {
            requireNonNull(executor, "executor");
            requireNonNull(handler, "handler");
        }
    }

    /**
     * Receives the beginning of the body before it occupies a thread, and has the rest read while it arrives. For messages
     * that have the sender's credential in their beginning: the executor sees the beginning first.
     *
     * @param mostBytes of the body; a larger one is answered with 413 as soon as its size is known
     * @param within the time for the beginning; a slower one is answered with 408
     */
    record Begun(Beginning beginning, long mostBytes, Duration within, Executor executor, StreamHandler handler)
            implements Handling {
        public Begun {
            requireNonNull(beginning, "beginning");
            requireNonNull(within, "within");
            requireNonNull(executor, "executor");
            requireNonNull(handler, "handler");
        }
    }

    /** The beginning of one body. Called on the event loop; must not block. */
    @ConsumerType
    interface Beginning {
        /** The bytes of a beginning. Constant. */
        int mostBytes();

        /** The answer to a longer beginning, without a {@link Response.BodyWriter}. */
        default Response tooLong() {
            return Response.of(413).empty();
        }

        /**
         * Looks at the bytes so far. The end of the body completes a beginning as well.
         *
         * @param bytes from index 0; they may change after the call
         * @return true if the beginning is complete, perhaps with bytes behind it
         */
        boolean isComplete(byte[] bytes, int size);

        /** Takes the beginning, right before the executor gets the request. The bytes are also the first ones of the body. */
        void take(byte[] bytes);
    }

    /** An executor with an answer of its own for the requests that there is no room for. */
    @ConsumerType
    interface AnsweringExecutor extends Executor {
        /** The answer, without a {@link Response.BodyWriter}. Called on the event loop; must not block. */
        Response busy();
    }

    /** Handles a request with its whole body. */
    @ConsumerType
    @FunctionalInterface
    interface WholeHandler {
        /**
         * Called on a thread of the executor.
         *
         * @param body empty if the request has none; the handler may keep it
         * @throws IOException answered with 500 and logged, like any other exception
         */
        Response handle(RequestHead head, byte[] body) throws IOException;
    }

    /** Handles a request whose body is still arriving. */
    @ConsumerType
    @FunctionalInterface
    interface StreamHandler {
        /**
         * Called on a thread of the executor. The handler changes nothing before it has read the body to its end. Until
         * then the body may break off, turn out malformed or become too large. The next read fails in these cases, and the
         * edge has answered already.
         *
         * @param body blocks while the client sends; the limits of the port end a wait. Closed by the caller
         * @throws IOException of the body; any other exception is answered with 500 and logged
         */
        Response handle(RequestHead head, InputStream body) throws IOException;
    }
}
