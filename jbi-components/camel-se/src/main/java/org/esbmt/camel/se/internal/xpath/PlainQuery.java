package org.esbmt.camel.se.internal.xpath;

import java.util.List;
import java.util.Map;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.xpath.StreamPath.End;
import org.esbmt.xml.api.PlainReader;

/**
 * The evaluation of a simple expression over the plain beginning of a document. The expression has one path of child
 * steps, alone, in a comparison or in a function. It has the answer of {@link StreamQuery}, or none. Not thread-safe.
 */
final class PlainQuery {

    /** The state behind the bytes at hand. */
    enum State {
        UNDECIDED,
        DECIDED,
        /** {@link StreamQuery} must read the document. */
        OTHER
    }

    private final StreamPlan plan;
    private final Result result;
    private final Map<String, String> headers;
    private final List<StreamPath.Step> steps;
    private final PlainReader reader;
    /** For each step with a position, the number of matching children of the present parent. */
    private final int[] counts;

    /** The number of open elements, from the root on, that match one step each. */
    private int reached;

    private boolean selected;
    private boolean decided;
    private boolean answer;
    private String first;

    /** @param plan one that this class {@link #answers} */
    PlainQuery(StreamPlan plan, Result result, Map<String, String> headers) {
        this.plan = plan;
        this.result = result;
        this.headers = headers;
        this.steps = plan.paths().get(0).steps();
        this.reader = new PlainReader(plan.table());
        this.counts = new int[steps.size()];
    }

    /** Returns true for the expressions of this class. */
    static boolean answers(StreamPlan plan) {
        if (plan.paths().size() != 1) {
            return false;
        }
        StreamPath path = plan.paths().get(0);
        boolean known = plan.test() == null
                || plan.test() instanceof StreamTest.Compares
                || plan.test() instanceof StreamTest.OfFirst;
        return known
                && !path.anywhere()
                && path.end() == End.ELEMENT
                && path.steps().stream().allMatch(step -> step.attribute() == null);
    }

    /**
     * Reads on.
     *
     * @param b the document from its first byte on
     * @param to the end of the bytes at hand
     */
    State read(byte[] b, int to) {
        while (!decided) {
            int tag = reader.next(b, to);
            if (tag == PlainReader.MORE) {
                return State.UNDECIDED;
            }
            boolean other = tag == PlainReader.START ? !start(b) : tag != PlainReader.END || !end(b);
            if (other) {
                return State.OTHER;
            }
        }
        return State.DECIDED;
    }

    /** Returns false for an element in a selected one: the text of both has to be collected. */
    private boolean start(byte[] b) {
        int depth = reader.depth();
        int step = depth - 1;
        if (reached == step && step < counts.length && matches(b, step)) {
            reached = depth;
            if (depth < counts.length) {
                counts[depth] = 0;
            } else {
                selected = true;
                decided = plan.test() == null && result == Result.BOOLEAN;
                answer = decided;
            }
            return true;
        }
        return !selected;
    }

    private boolean matches(byte[] b, int number) {
        StreamPath.Step step = steps.get(number);
        return (step.local() == null || reader.is(b, step.namespace(), step.local()))
                && (step.position() == 0 || ++counts[number] == step.position());
    }

    /** Returns false if the text of the selected element has to be changed. */
    private boolean end(byte[] b) {
        reached = Math.min(reached, reader.depth());
        if (selected) {
            if (reader.isTextChanged(b)) {
                return false;
            }
            selected = false;
            node(reader.text(b));
        }
        return true;
    }

    private void node(String text) {
        if (plan.test() instanceof StreamTest.Compares compares) {
            answer = compares.holds(text, header(compares.isHeader(), compares.text()));
            decided = answer;
        } else if (plan.test() instanceof StreamTest.OfFirst function) {
            answer = function.holds(text, header(function.isHeader(), function.text()));
            decided = true;
        } else {
            first = text;
            decided = true;
        }
    }

    private String header(boolean isHeader, String name) {
        return isHeader ? headers.getOrDefault(name, "") : null;
    }

    boolean isDecided() {
        return decided;
    }

    /** Returns true if the document has ended with these bytes. */
    boolean isWhole(byte[] b, int to) {
        return reader.isWhole(b, to);
    }

    /** The result, after the decision or at the end of a whole document. */
    XPathResult result() {
        if (!decided && plan.test() instanceof StreamTest.OfFirst) {
            node(""); // there is none
        }
        return plan.result(result, answer, first);
    }
}
