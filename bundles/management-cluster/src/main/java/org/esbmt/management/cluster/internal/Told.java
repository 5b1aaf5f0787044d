package org.esbmt.management.cluster.internal;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;

/** Tells a problem when it comes, when it becomes another one, and when it is gone; not each time it is met. For one thread. */
final class Told {
    private final Logger log;
    private final Map<String, String> problems = new HashMap<>();

    Told(Logger log) {
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
