package org.esbmt.camel.se.internal.xpath;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.xml.api.PlainReader;
import org.esbmt.xml.api.XmlLimits;

/**
 * The evaluation of an expression over a document whose bytes arrive. Most documents decide it by plain first bytes,
 * which {@link PlainQuery} reads in a fraction of the time ({@code QueryBenchmark}). If it cannot decide, {@link
 * StreamQuery} begins anew with these bytes. So only the second one ever refuses a document. Not thread-safe.
 */
public final class ArrivingQuery {
    /** The bytes that are copied first: few are needed in most cases. */
    private static final int FIRST_BYTES = 512;
    /** The largest number of times that bytes of an incomplete tag are read again. */
    private static final int MOST_LOOKS = 8;

    private final StreamPlan plan;
    private final Result result;
    private final Map<String, String> headers;
    private final XmlLimits limits;
    /** The first bytes of the document, and later a part of it. */
    private byte[] bytes = new byte[FIRST_BYTES];

    private int length;
    private int looks;
    private PlainQuery plain; // null if it cannot decide
    private StreamQuery full; // null as long as the other one may decide

    /** @param plain true if the plan is one of {@link PlainQuery}, and {@link PlainReader} fits the limits */
    ArrivingQuery(StreamPlan plan, Result result, Map<String, String> headers, XmlLimits limits, boolean plain) {
        this.plan = plan;
        this.result = result;
        this.headers = headers;
        this.limits = limits;
        if (plain) {
            this.plain = new PlainQuery(plan, result, headers);
        } else {
            this.full = new StreamQuery(plan, result, headers, limits);
        }
    }

    /**
     * Takes the next bytes, perhaps not all that are left.
     *
     * @return true if it needs more; after false it must not be called again
     */
    public boolean feed(ByteBuffer piece) throws EvaluationFailedException {
        boolean needsMore = true;
        while (needsMore && piece.hasRemaining()) {
            needsMore = full == null ? readPlain(piece) : read(piece);
        }
        return needsMore;
    }

    private boolean readPlain(ByteBuffer piece) throws EvaluationFailedException {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, PlainReader.MOST_BYTES);
        }
        copy(piece);
        PlainQuery.State state = plain.read(bytes, length);
        if (state == PlainQuery.State.DECIDED) {
            return false;
        }
        boolean goesOn = state == PlainQuery.State.UNDECIDED && length < PlainReader.MOST_BYTES && ++looks < MOST_LOOKS;
        return goesOn || beginAnew();
    }

    private boolean beginAnew() throws EvaluationFailedException {
        plain = null;
        full = new StreamQuery(plan, result, headers, limits);
        return full.feed(bytes, 0, length) == StreamQuery.State.UNDECIDED;
    }

    private boolean read(ByteBuffer piece) throws EvaluationFailedException {
        length = 0;
        copy(piece);
        boolean needsMore = full.feed(bytes, 0, length) == StreamQuery.State.UNDECIDED;
        if (needsMore && bytes.length < PlainReader.MOST_BYTES) {
            bytes = new byte[PlainReader.MOST_BYTES];
        }
        return needsMore;
    }

    /** Copies as many bytes as there is room for: the buffers of a network have no array. */
    private void copy(ByteBuffer piece) {
        int n = Math.min(piece.remaining(), bytes.length - length);
        piece.get(bytes, length, n);
        length += n;
    }

    /** The answer, once no more is needed or all bytes were taken. */
    public XPathResult end() throws EvaluationFailedException {
        if (isPlain()) {
            return plain.result();
        }
        if (full == null) {
            boolean unused = beginAnew();
        }
        return full.end();
    }

    /** Returns true if the answer needs no lexer. */
    boolean isPlain() {
        return plain != null && (plain.isDecided() || plain.isWhole(bytes, length));
    }
}
