package org.esbmt.http.api;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Executor;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The way of one request to its answer. An executor that rejects a request with {@code RejectedExecutionException} has it
 * answered with 503. A request whose client has left before its turn is not handled.
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
