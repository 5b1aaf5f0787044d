package org.esbmt.camel.se.internal.document;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.esbmt.guarded.saxon.Evaluation;
import org.esbmt.xml.api.XmlLimits;

/**
 * Limits of one XPath, transformation or validation.
 *
 * @param time the processor time
 * @param memoryBytes the bytes allocated meanwhile, without the document's own tree; more than is in use at any one
 *     time
 * @param outputBytes the bytes of its result
 * @param document the limits of its document
 */
public record EvaluationLimits(Duration time, long memoryBytes, int outputBytes, XmlLimits document) {
    /** Limits of an XPath. They also bound each compilation of one, whatever the configuration. */
    public static final EvaluationLimits XPATH =
            new EvaluationLimits(Duration.ofSeconds(1), 64L << 20, 10 << 20, XmlLimits.DEFAULTS);
    /** Limits of a transformation or validation. They also bound the compilation of a stylesheet. */
    public static final EvaluationLimits XSLT =
            new EvaluationLimits(Duration.ofSeconds(2), 128L << 20, 10 << 20, XmlLimits.DEFAULTS);

    /** Bytes of memory for a tree and its building, for each byte of the document. */
    private static final int TREE_FACTOR = 40;

    private static final long LEAST_MEMORY_BYTES = 1 << 20;
    private static final int MOST_MILLIS = 60_000;
    private static final int MOST_OUTPUT_BYTES = 1 << 30;

    public EvaluationLimits {
        requireNonNull(time, "time");
        requireNonNull(document, "document");
        if (time.isNegative() || time.isZero() || memoryBytes < LEAST_MEMORY_BYTES || outputBytes < 1) {
            throw new IllegalArgumentException("a limit is not positive, or less than 1 MiB of memory");
        }
    }

    /**
     * The configured limits.
     *
     * @param of the common prefix of the keys
     * @throws IllegalArgumentException names key, value and rule
     */
    public static EvaluationLimits configured(
            String of, int millis, long memoryBytes, int outputBytes, XmlLimits document) {
        require(of + ".millis", millis, 1, MOST_MILLIS);
        require(of + ".memory.bytes", memoryBytes, LEAST_MEMORY_BYTES, 1L << 40);
        require(of + ".output.bytes", outputBytes, 1, MOST_OUTPUT_BYTES);
        return new EvaluationLimits(Duration.ofMillis(millis), memoryBytes, outputBytes, document);
    }

    private static void require(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + " is " + value + " and must be from " + least + " to " + most);
        }
    }

    /** The bounds for a document of this size. */
    public Evaluation.Bounds bounds(int documentBytes) {
        return new Evaluation.Bounds(time, memoryBytes + (long) documentBytes * TREE_FACTOR);
    }
}
