package org.esbmt.camel.se.internal.document;

import java.io.ByteArrayOutputStream;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.event.SequenceNormalizerWithSpaceSeparator;
import net.sf.saxon.s9api.AbstractDestination;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.serialize.SerializationProperties;
import net.sf.saxon.str.StringView;
import net.sf.saxon.trans.XPathException;

/** The result of one transformation in UTF-8, up to a number of bytes. The first byte above it ends the evaluation. */
public final class ResultDestination extends AbstractDestination {
    static {
        // A class whose first use is stopped, or fails at the end of the stack, could never be used again.
        XmlBuffer buffer = new XmlBuffer(0, 100);
        buffer.addValue("<\u00a0\u2028\ud83d\ude00");
        buffer.addText(StringView.tidy("&\u0085"));
        buffer.repeat(0, buffer.toByteArray().length);
    }

    private final ResultForm form;
    private final int mostBytes;
    private final XmlBuffer written;
    /** The output of Saxon's serializer; null if it was not needed. */
    private ByteArrayOutputStream other;

    /**
     * Creates a destination.
     *
     * @param form the result's form
     * @param expectedBytes a guess
     * @param mostBytes the limit
     */
    public ResultDestination(ResultForm form, int expectedBytes, int mostBytes) {
        this.form = form;
        this.mostBytes = mostBytes;
        this.written = new XmlBuffer(expectedBytes, mostBytes);
    }

    /** Initializes this class and its helpers. Called outside of evaluations, which may be stopped at any time. */
    public static void prepare() {
        // the static initializer of this class does the work
    }

    @Override
    public Receiver getReceiver(PipelineConfiguration pipeline, SerializationProperties properties)
            throws SaxonApiException {
        if (!form.isUsual()) {
            return serializer(pipeline, properties);
        }
        ResultWriter writer = new ResultWriter(pipeline, form, written, () -> {
            try {
                return serializer(pipeline, properties);
            } catch (SaxonApiException e) {
                throw new XPathException(e);
            }
        });
        return new SequenceNormalizerWithSpaceSeparator(writer);
    }

    private Receiver serializer(PipelineConfiguration pipeline, SerializationProperties properties)
            throws SaxonApiException {
        other = new BoundedOutput(mostBytes);
        Serializer serializer = new Processor(pipeline.getConfiguration()).newSerializer(other);
        serializer.setOutputProperty(Serializer.Property.ENCODING, "UTF-8");
        return serializer.getReceiver(pipeline, properties);
    }

    @Override
    public void close() {
        // the receiver has written everything
    }

    /** The result. */
    public byte[] bytes() {
        return other == null ? written.toByteArray() : other.toByteArray();
    }
}
