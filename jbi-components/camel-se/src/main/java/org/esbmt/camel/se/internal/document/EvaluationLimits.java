package org.esbmt.camel.se.internal.document;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.esbmt.guarded.saxon.Evaluation;
import org.esbmt.xml.api.XmlLimits;

/**
 * What one XPath, transformation or validation may take.
 *
 * @param time of a processor
 * @param memoryBytes allocated meanwhile, beside what the document itself needs; more than is in use at any one time
 * @param outputBytes of what it makes
 * @param document of what it reads
 */
public record EvaluationLimits(Duration time, long memoryBytes, int outputBytes, XmlLimits document) {
    /** An XPath's. */
    public static final EvaluationLimits XPATH =
            new EvaluationLimits(Duration.ofSeconds(1), 64L << 20, 10 << 20, XmlLimits.DEFAULTS);
    /** A transformation's. */
    public static final EvaluationLimits XSLT =
            new EvaluationLimits(Duration.ofSeconds(2), 128L << 20, 10 << 20, XmlLimits.DEFAULTS);

    /** What a tree and its making take, for each byte of the document. */
    private static final int TREE_FACTOR = 40;

    public EvaluationLimits {
        requireNonNull(time, "time");
        requireNonNull(document, "document");
        if (time.isNegative() || time.isZero() || memoryBytes < 1 << 20 || outputBytes < 1) {
            throw new IllegalArgumentException("a limit is not positive, or less than 1 MiB of memory");
        }
    }

    /** For a document of this size. */
    public Evaluation.Bounds bounds(int documentBytes) {
        return new Evaluation.Bounds(time, memoryBytes + (long) documentBytes * TREE_FACTOR);
    }
}
