package org.esbmt.backup;

import java.io.IOException;

/** Ends the program; its message is for the operator and says what to do. */
final class Problem extends IOException {
    private static final long serialVersionUID = 1L;

    Problem(String message) {
        super(message);
    }

    Problem(String message, Throwable cause) {
        super(message, cause);
    }
}
