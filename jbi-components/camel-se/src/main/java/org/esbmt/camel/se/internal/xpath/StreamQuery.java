package org.esbmt.camel.se.internal.xpath;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException.Kind;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.xpath.StreamPath.End;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * The evaluation of an expression over one document whose bytes arrive in pieces: it ends as soon as no later byte
 * could change the answer. Of the document it keeps the compared texts, while they arrive. Not thread-safe.
 */
final class StreamQuery implements XmlEvents {

    /** The depths of a usual document. */
    private static final int FIRST_DEPTHS = 16;

    /** The need for more bytes. */
    public enum State {
        UNDECIDED,
        DECIDED
    }

    /** An element, attribute or text that a path selects and whose text is still arriving. */
    private record Match(int path, int depth, int from, boolean isFirst) {}

    private final StreamPlan plan;
    private final Result result;
    private final Map<String, String> headers;
    private final XmlLexer lexer;

    /** For each path and depth, a bit for each step that the element there has reached. It grows with the depth. */
    private final long[][] reached;
    /** For each path, depth and step with a position, the number of matching children so far. */
    private final int[][][] counts;

    /** The number of nodes so far, by path. */
    private final long[] found;
    /** By comparison: true if a node has satisfied it. */
    private final boolean[] held;
    /** By function: its result for the first node, null before that has come. */
    private final Boolean[] said;

    private final List<StreamTest.Compares> comparisons;
    private final List<StreamTest.OfFirst> functions;
    private final List<Match> matches = new ArrayList<>();
    private final StringBuilder texts = new StringBuilder();
    private String first;
    private boolean listening;
    private boolean decided;
    private boolean answer;

    StreamQuery(StreamPlan plan, Result result, Map<String, String> headers, XmlLimits limits) {
        this.plan = plan;
        this.result = result;
        this.headers = headers;
        int paths = plan.paths().size();
        reached = new long[paths][FIRST_DEPTHS];
        counts = new int[paths][][];
        found = new long[paths];
        comparisons = plan.comparisons();
        functions = plan.functions();
        held = new boolean[comparisons.size()];
        said = new Boolean[functions.size()];
        lexer = new XmlLexer(limits, plan.table(), this);
    }

    /** Takes the next bytes; those after the decision are not read. */
    public State feed(byte[] bytes, int from, int to) throws EvaluationFailedException {
        if (!decided) {
            try {
                lexer.feed(bytes, from, to);
            } catch (Decided e) {
                decided = true;
            } catch (XmlRefusedException e) {
                throw new EvaluationFailedException(Kind.MESSAGE, e.getMessage());
            }
        }
        return decided ? State.DECIDED : State.UNDECIDED;
    }

    /** The answer, after the last byte or the decision. */
    public XPathResult end() throws EvaluationFailedException {
        if (!decided) {
            try {
                lexer.finish();
            } catch (XmlRefusedException e) {
                throw new EvaluationFailedException(Kind.MESSAGE, e.getMessage());
            }
            answer = plan.test() == null ? found[0] > 0 : Boolean.TRUE.equals(isTrue(plan.test(), true));
        }
        return plan.result(result, answer, first);
    }

    // ---- the document

    @Override
    public void startElement(StartTag tag, int depth) throws XmlRefusedException {
        flush(depth - 1);
        for (int path = 0; path < plan.paths().size(); path++) {
            start(path, tag, depth);
        }
        decide();
        listen(depth);
    }

    private void start(int path, StartTag tag, int depth) throws XmlRefusedException {
        StreamPath asked = plan.paths().get(path);
        if (depth == reached[path].length) {
            reached[path] = Arrays.copyOf(reached[path], 2 * depth);
        }
        long before = reached[path][depth - 1];
        long now = 0;
        for (int i = 0; i < asked.steps().size(); i++) {
            boolean follows = i == 0 ? asked.anywhere() || depth == 1 : (before & (1L << (i - 1))) != 0;
            if (follows
                    && asked.steps().get(i).matches(tag)
                    && isInPlace(path, i, depth, asked.steps().get(i))) {
                now |= 1L << i;
            }
        }
        reached[path][depth] = now;
        if (counts[path] != null && depth < counts[path].length && counts[path][depth] != null) {
            Arrays.fill(counts[path][depth], 0); // counts of the element's children
        }
        if ((now & (1L << (asked.steps().size() - 1))) != 0) {
            match(path, asked, tag, depth);
        }
    }

    private boolean isInPlace(int path, int step, int depth, StreamPath.Step of) {
        if (of.position() == 0) {
            return true;
        }
        if (counts[path] == null) {
            counts[path] = new int[reached[path].length][];
        } else if (depth > counts[path].length) {
            counts[path] = Arrays.copyOf(counts[path], reached[path].length);
        }
        int[] ofParent = counts[path][depth - 1];
        if (ofParent == null) {
            ofParent = new int[plan.paths().get(path).steps().size()];
            counts[path][depth - 1] = ofParent;
        }
        return ++ofParent[step] == of.position();
    }

    private void match(int path, StreamPath asked, StartTag tag, int depth) throws XmlRefusedException {
        if (asked.end() == End.ATTRIBUTE) {
            int i = StreamPath.find(tag, asked.attribute(), asked.attributeNamespace());
            if (i >= 0) {
                node(path, tag.attributeValue(i), found[path]++ == 0);
            }
        } else if (asked.end() == End.TEXT) {
            matches.add(new Match(path, depth, -1, false));
        } else {
            boolean isFirst = found[path]++ == 0;
            if (isTextWanted(path, isFirst)) {
                matches.add(new Match(path, depth, texts.length(), isFirst));
            }
        }
    }

    private boolean isTextWanted(int path, boolean isFirst) {
        if (plan.test() == null) {
            return isFirst && result != Result.BOOLEAN;
        }
        return plan.compares(path) || (isFirst && plan.asksFirst(path));
    }

    @Override
    public void endElement(int depth, long to) throws XmlRefusedException {
        flush(depth);
        for (int i = matches.size() - 1; i >= 0 && matches.get(i).depth() == depth; i--) {
            Match match = matches.remove(i);
            if (match.from() >= 0) {
                node(match.path(), texts.substring(match.from()), match.isFirst());
            }
        }
        if (matches.isEmpty()) {
            texts.setLength(0);
        }
        decide();
        listen(depth - 1);
    }

    @Override
    public void aside(Aside kind, int depth) throws XmlRefusedException {
        if (kind != Aside.CDATA && !matches.isEmpty()) {
            flush(depth);
            decide();
            listen(depth);
        }
    }

    @Override
    public void misplacedText(int depth) {
        // never called: text may occur everywhere
    }

    private void listen(int depth) {
        if (!matches.isEmpty() && depth > 0) {
            lexer.collect(Integer.MAX_VALUE);
            listening = true;
        }
    }

    /** Takes the text that has arrived in the element at this depth. */
    private void flush(int depth) throws XmlRefusedException {
        if (!listening) {
            return;
        }
        listening = false;
        byte[] bytes = lexer.text();
        if (bytes.length == 0) {
            return;
        }
        String text = new String(bytes, UTF_8);
        texts.append(text);
        for (Match match : matches) {
            if (match.from() < 0 && match.depth() == depth) {
                node(match.path(), text, found[match.path()]++ == 0);
            }
        }
    }

    // ---- the answer

    /**
     * Takes the complete text of a node that a path selects.
     *
     * @param isFirst true if it begins before all others that the path selects
     */
    private void node(int path, String text, boolean isFirst) {
        if (plan.test() == null && isFirst) {
            first = text;
        }
        for (int i = 0; isFirst && i < said.length; i++) {
            StreamTest.OfFirst function = functions.get(i);
            if (function.path() == path) {
                said[i] = says(function, text);
            }
        }
        for (int i = 0; i < held.length; i++) {
            StreamTest.Compares compares = comparisons.get(i);
            if (!held[i] && compares.path() == path) {
                held[i] = compares.holds(text, compares.isHeader() ? headers.getOrDefault(compares.text(), "") : null);
            }
        }
    }

    private boolean says(StreamTest.OfFirst function, String text) {
        return function.holds(text, function.isHeader() ? headers.getOrDefault(function.text(), "") : null);
    }

    private void decide() throws Decided {
        if (plan.test() == null) {
            if (result == Result.BOOLEAN ? found[0] > 0 : first != null) {
                answer = true;
                throw new Decided();
            }
            return;
        }
        Boolean so = isTrue(plan.test(), false);
        if (so != null) {
            answer = so;
            throw new Decided();
        }
    }

    /** The result of a test; null as long as a later byte could change it. */
    private Boolean isTrue(StreamTest test, boolean atEnd) {
        if (test instanceof StreamTest.Exists exists) {
            return found[exists.path()] > 0 ? Boolean.TRUE : last(atEnd);
        }
        if (test instanceof StreamTest.Compares compares) {
            return held[comparisons.indexOf(compares)] ? Boolean.TRUE : last(atEnd);
        }
        if (test instanceof StreamTest.OfFirst function) {
            Boolean so = said[functions.indexOf(function)];
            return (so == null && atEnd) ? Boolean.valueOf(says(function, "")) : so;
        }
        if (test instanceof StreamTest.Count count) {
            return atEnd
                    ? Boolean.valueOf(count.operator().holds((double) found[count.path()], count.number()))
                    : count.known(found[count.path()]);
        }
        if (test instanceof StreamTest.Not not) {
            Boolean so = isTrue(not.test(), atEnd);
            return so == null ? null : Boolean.valueOf(!so);
        }
        boolean all = test instanceof StreamTest.All;
        List<StreamTest> tests = all ? ((StreamTest.All) test).tests() : ((StreamTest.Any) test).tests();
        boolean unknown = false;
        for (StreamTest part : tests) {
            Boolean so = isTrue(part, atEnd);
            if (so == null) {
                unknown = true;
            } else if (so != all) {
                return so;
            }
        }
        return unknown ? null : Boolean.valueOf(all);
    }

    private static Boolean last(boolean atEnd) {
        return atEnd ? Boolean.FALSE : null;
    }

    /** Ends the reading. */
    private static final class Decided extends XmlRefusedException {
        private static final long serialVersionUID = 1L;

        Decided() {
            super("decided");
        }
    }
}
