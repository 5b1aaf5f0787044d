package org.esbmt.management.service.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.esbmt.management.api.message.ManagementResponse;

/**
 * Answers that nobody has taken yet. When there are too many the oldest give way: each of the later ones says what the node
 * has. For one thread at a time.
 */
final class Outbox {
    static final int MAX = 1_000;

    private final Deque<ManagementResponse> answers = new ArrayDeque<>();

    void add(ManagementResponse answer) {
        answers.add(answer);
        if (answers.size() > MAX) {
            answers.remove();
        }
    }

    /** Oldest first. */
    List<ManagementResponse> answers() {
        return List.copyOf(answers);
    }

    /** They were taken, durably. */
    void remove(List<ManagementResponse> taken) {
        answers.removeAll(taken);
    }
}
