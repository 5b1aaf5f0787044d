package org.esbmt.camel.se.internal.xpath;

import java.util.List;
import org.esbmt.xml.api.NamespaceTable;

/**
 * An expression that is answered while a document is read.
 *
 * @param test the test to answer; null if the result is the first node of the only path
 * @param paths all that occur
 * @param table the namespaces that occur, with the numbers that the paths use
 */
record StreamPlan(StreamTest test, List<StreamPath> paths, NamespaceTable table) {
    private static final int STEPS_OF_A_SHORT_PATH = 8;

    /** How many times more an element takes than with a short path: each is held against all steps, and all tests. */
    int cost() {
        int tests = test == null ? 0 : test.size();
        int steps = paths.stream().mapToInt(path -> path.steps().size()).sum();
        return 1 + (steps + tests * tests) / STEPS_OF_A_SHORT_PATH;
    }
}
