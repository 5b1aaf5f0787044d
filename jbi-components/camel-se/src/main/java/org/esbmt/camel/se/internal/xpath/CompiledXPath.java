package org.esbmt.camel.se.internal.xpath;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.saxon.s9api.SaxonApiException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.guarded.saxon.EvaluationStopped;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.xml.api.PlainReader;

/**
 * One compiled XPath of a route. Immutable and thread-safe.
 *
 * <p>Variables are headers: {@code $name} is the text of the header of this name, and the empty text if there is none.
 */
public final class CompiledXPath {
    private static final int MOST_CHARACTERS = 8 * 1024;
    /** The standard's code for a syntax error. */
    private static final String SYNTAX = "XPST0003";

    private final XPath model;
    private final EvaluationLimits limits;
    private final FullXPath full;
    private final Optional<StreamPlan> plan;
    private final boolean plain;

    private CompiledXPath(XPath model, EvaluationLimits limits, FullXPath full) {
        this.model = model;
        this.limits = limits;
        this.full = full;
        this.plan = model.version() == Version.V1 && model.result() != Result.NODES
                ? StreamParser.parse(model.text(), model.namespaces())
                : Optional.empty();
        this.plain = plan.isPresent() && PlainQuery.answers(plan.get()) && PlainReader.fits(limits.document());
    }

    /** Compiles the expression of a route's author. */
    public static CompiledXPath compile(XPath model, EvaluationLimits limits) throws InvalidXPathException {
        return compile(model, limits, EvaluationLimits.XPATH);
    }

    /**
     * Compiles the expression within other limits.
     *
     * @param compiling the limits of the compilation
     */
    public static CompiledXPath compile(XPath model, EvaluationLimits limits, EvaluationLimits compiling)
            throws InvalidXPathException {
        requireNonNull(limits, "limits");
        List<Finding> findings = new ArrayList<>();
        if (model.text().length() > MOST_CHARACTERS) {
            findings.add(finding(model, "xpath.limit", "An XPath has at most " + MOST_CHARACTERS + " characters."));
            throw new InvalidXPathException(findings);
        }
        FunctionRules.findings(model.text(), model.namespaces()::get, model.version() == Version.V1, false)
                .forEach(sentence -> findings.add(finding(model, "xpath.function", sentence)));
        try {
            FullXPath full = new FullXPath(model, compiling);
            if (findings.isEmpty()) {
                return new CompiledXPath(model, limits, full);
            }
        } catch (SaxonApiException | RuntimeException e) {
            // findings name the missing functions already
            if (findings.isEmpty() || isSyntax(e)) {
                findings.add(finding(model, "xpath.syntax", "It is no XPath: " + reason(e)));
            }
        } catch (EvaluationStopped e) {
            findings.add(finding(model, "xpath.limit", "The XPath cannot be compiled. " + e.getMessage()));
        }
        throw new InvalidXPathException(findings);
    }

    private static boolean isSyntax(Exception e) {
        return e instanceof SaxonApiException refused
                && refused.getErrorCode() != null
                && refused.getErrorCode().getLocalName().equals(SYNTAX);
    }

    /** The findings about an expression, for the deploying user; empty if it can be compiled. */
    public static List<Finding> findings(XPath model) {
        return findings(model, EvaluationLimits.XPATH);
    }

    /**
     * The findings of a compilation within other limits.
     *
     * @param compiling the limits of the compilation
     */
    public static List<Finding> findings(XPath model, EvaluationLimits compiling) {
        try {
            compile(model, EvaluationLimits.XPATH, compiling);
            return List.of();
        } catch (InvalidXPathException e) {
            return e.findings();
        }
    }

    private static Finding finding(XPath model, String rule, String sentence) {
        return new Finding(model.place().file(), model.place().line(), rule, sentence);
    }

    private static String reason(Exception e) {
        String message = e.getMessage() == null ? "" : e.getMessage().replaceAll("[^\\x20-\\x7E]", " ");
        return message.length() > 200 ? message.substring(0, 200) + "..." : message;
    }

    /**
     * Evaluates over a whole document.
     *
     * @param document is not copied; it must not change meanwhile
     * @param headers texts by name
     * @throws EvaluationFailedException if the document is invalid, the expression fails for it, or a limit is exceeded
     */
    public XPathResult evaluate(byte[] document, Map<String, String> headers) throws EvaluationFailedException {
        return evaluate(document, headers, Integer.MAX_VALUE);
    }

    /**
     * Evaluates with a limited number of nodes.
     *
     * @param mostNodes the largest number of nodes in the result; the others are not made
     */
    public XPathResult evaluate(byte[] document, Map<String, String> headers, int mostNodes)
            throws EvaluationFailedException {
        if (plan.isEmpty()) {
            return full.evaluate(document, headers, limits, mostNodes);
        }
        StreamQuery query = stream(headers);
        query.feed(document, 0, document.length);
        return query.end();
    }

    /** Returns true if it can be answered while the document arrives. */
    public boolean streams() {
        return plan.isPresent();
    }

    /** The cost of one byte of a document as a multiple of that with a short path, if it {@link #streams}; from 1. */
    public int streamCost() {
        return plan.orElseThrow().cost();
    }

    /** Begins the evaluation for a document whose bytes are still to come; only if it {@link #streams}. */
    StreamQuery stream(Map<String, String> headers) {
        return new StreamQuery(plan.orElseThrow(), model.result(), headers, limits.document());
    }

    /** As {@link #stream}, with the fast way for plain documents. */
    public ArrivingQuery arriving(Map<String, String> headers) {
        return new ArrivingQuery(plan.orElseThrow(), model.result(), headers, limits.document(), plain);
    }

    /** The number of kept names of messages, for tests. */
    int names() {
        return full.names();
    }

    /** The expression in the model. */
    public XPath model() {
        return model;
    }
}
