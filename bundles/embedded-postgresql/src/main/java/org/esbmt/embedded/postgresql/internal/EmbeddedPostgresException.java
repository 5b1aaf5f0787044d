package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;

/** The server cannot run here. The message is a sentence for the operator about the necessary change. */
public final class EmbeddedPostgresException extends IOException {

    private static final long serialVersionUID = 1L;

    EmbeddedPostgresException(String message) {
        super(message);
    }

    EmbeddedPostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
