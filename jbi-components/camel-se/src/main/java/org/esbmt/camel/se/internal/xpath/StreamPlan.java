package org.esbmt.camel.se.internal.xpath;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.xml.api.NamespaceTable;

/**
 * An expression that is answered while a document is read.
 *
 * @param test the test to answer; null if the result is the first node of the only path
 * @param paths all paths of the expression
 * @param table the namespaces of the expression, with the numbers that the paths use
 * @param comparisons the comparisons of the test
 * @param functions the functions of the test
 * @param cost the cost of an element as a multiple of that with a short path: each is compared with all steps, and all
 *     tests
 */
record StreamPlan(
        StreamTest test,
        List<StreamPath> paths,
        NamespaceTable table,
        List<StreamTest.Compares> comparisons,
        List<StreamTest.OfFirst> functions,
        int cost) {
    private static final int STEPS_OF_A_SHORT_PATH = 8;

    static StreamPlan of(StreamTest test, List<StreamPath> paths, NamespaceTable table) {
        List<StreamTest.Compares> comparisons = new ArrayList<>();
        List<StreamTest.OfFirst> functions = new ArrayList<>();
        collect(test, comparisons, functions);
        int tests = test == null ? 0 : test.size();
        int steps = paths.stream().mapToInt(path -> path.steps().size()).sum();
        int cost = 1 + (steps + tests * tests) / STEPS_OF_A_SHORT_PATH;
        return new StreamPlan(test, List.copyOf(paths), table, List.copyOf(comparisons), List.copyOf(functions), cost);
    }

    private static void collect(
            StreamTest test, List<StreamTest.Compares> comparisons, List<StreamTest.OfFirst> functions) {
        if (test instanceof StreamTest.Compares compares) {
            comparisons.add(compares);
        } else if (test instanceof StreamTest.OfFirst function) {
            functions.add(function);
        } else if (test instanceof StreamTest.Not not) {
            collect(not.test(), comparisons, functions);
        } else if (test instanceof StreamTest.All all) {
            all.tests().forEach(part -> collect(part, comparisons, functions));
        } else if (test instanceof StreamTest.Any any) {
            any.tests().forEach(part -> collect(part, comparisons, functions));
        }
    }

    /**
     * The result of an evaluation.
     *
     * @param answer that of the test; without a test, if there is a node
     * @param first the text of the first node; null if there is none, or a test
     */
    XPathResult result(Result as, boolean answer, String first) {
        if (test != null || as == Result.BOOLEAN) {
            String text = as == Result.NUMBER ? (answer ? "1" : "0") : Boolean.toString(answer);
            return new XPathResult(text, answer || as == Result.STRING, List.of()); // "false" is an ordinary text
        }
        String text = first == null ? "" : first;
        if (as == Result.NUMBER) {
            double number = Numbers.fromText(text);
            return new XPathResult(Numbers.toText(number), number != 0 && !Double.isNaN(number), List.of());
        }
        return new XPathResult(text, !text.isEmpty(), List.of());
    }

    /** Returns true if a comparison needs the text of each node of the path. */
    boolean compares(int path) {
        for (StreamTest.Compares compares : comparisons) {
            if (compares.path() == path) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a function needs the text of the first node of the path. */
    boolean asksFirst(int path) {
        for (StreamTest.OfFirst function : functions) {
            if (function.path() == path) {
                return true;
            }
        }
        return false;
    }
}
