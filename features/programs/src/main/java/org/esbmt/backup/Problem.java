package org.esbmt.backup;

import java.io.IOException;

/** Ends the program. Its message tells the operator the remedy. */
final class Problem extends IOException {
    private static final long serialVersionUID = 1L;

    Problem(String message) {
        super(message);
    }

    Problem(String message, Throwable cause) {
        super(message, cause);
    }
}
