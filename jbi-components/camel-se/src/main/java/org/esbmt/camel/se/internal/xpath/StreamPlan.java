package org.esbmt.camel.se.internal.xpath;

import java.util.List;
import org.esbmt.xml.api.NamespaceTable;

/**
 * An expression that is answered while a document is read.
 *
 * @param test the test to answer; null if the result is the first node of the only path
 * @param paths all paths of the expression
 * @param table the namespaces of the expression, with the numbers that the paths use
 */
record StreamPlan(StreamTest test, List<StreamPath> paths, NamespaceTable table) {
    private static final int STEPS_OF_A_SHORT_PATH = 8;

    /**
     * The cost of an element as a multiple of that with a short path: each is compared with all steps, and all tests.
     */
    int cost() {
        int tests = test == null ? 0 : test.size();
        int steps = paths.stream().mapToInt(path -> path.steps().size()).sum();
        return 1 + (steps + tests * tests) / STEPS_OF_A_SHORT_PATH;
    }
}
