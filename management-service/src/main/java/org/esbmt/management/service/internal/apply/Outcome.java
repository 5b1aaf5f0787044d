package org.esbmt.management.service.internal.apply;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.message.ManagementResponse.Status;

/** The outcome of one command, for the answer. */
record Outcome(Status status, String message) {
    static final Outcome DONE = new Outcome(Status.DONE, "");
    static final Outcome SKIPPED = new Outcome(Status.SKIPPED, "");

    Outcome {
        requireNonNull(status, "status");
        requireNonNull(message, "message");
    }

    static Outcome failed(String why) {
        return new Outcome(Status.FAILED, why);
    }

    static Outcome skipped(String why) {
        return new Outcome(Status.SKIPPED, why);
    }

    static Outcome changed(boolean changed) {
        return changed ? DONE : SKIPPED;
    }
}
