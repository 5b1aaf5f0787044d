package org.esbmt.management.cluster.internal;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;

/** Logs a problem when it begins, changes or ends, and not at each occurrence. Confined to one thread. */
final class ProblemLog {
    private final Logger log;
    private final Map<String, String> problems = new HashMap<>();

    ProblemLog(Logger log) {
        this.log = log;
    }

    void problem(String of, String sentence) {
        if (!sentence.equals(problems.put(of, sentence))) {
            log.warn("{}", sentence);
        }
    }

    void mended(String of, String sentence) {
        if (problems.remove(of) != null) {
            log.info("{}", sentence);
        }
    }
}
