package org.esbmt.management.service.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a problem when it begins, changes or ends, and not at each occurrence. One thread reports problems; any thread
 * reads them.
 */
final class ProblemLog {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWorker.class);

    private final Map<String, String> problems = new ConcurrentSkipListMap<>();

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

    /** The unresolved problems. */
    List<String> problems() {
        return List.copyOf(problems.values());
    }
}
