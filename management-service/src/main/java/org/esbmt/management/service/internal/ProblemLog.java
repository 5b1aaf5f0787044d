package org.esbmt.management.service.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a problem when it comes, when it becomes another one, and when it is gone; not each time it is met. One thread tells, any asks. */
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

    /** Those that are not mended. */
    List<String> problems() {
        return List.copyOf(problems.values());
    }
}
