package org.esbmt.management.service.internal;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a problem when it comes, when it becomes another one, and when it is gone; not each time it is met. For one thread. */
final class Told {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWorker.class);

    private final Map<String, String> problems = new HashMap<>();

    void problem(String of, String sentence) {
        if (!sentence.equals(problems.put(of, sentence))) {
            LOG.warn("{}", sentence);
        }
    }

    void mended(String of, String sentence) {
        if (problems.remove(of) != null) {
            LOG.info("{}", sentence);
        }
    }
}
