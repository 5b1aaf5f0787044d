package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.validation.SchemaFactory;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.Content;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Reads and writes batches as XML of {@code batch.xsd}. Document types are refused, and no reference is fetched. Threads: any. */
public final class BatchText {
    /** The largest number of bytes of a text, without its archives. */
    public static final int MAX_BYTES = 4 << 20;

    /**
     * The largest number of bytes of all archives and documents of a batch, each counted as often as it is named. Until the
     * decision they are in memory about three times.
     */
    public static final long MAX_ARCHIVES_BYTES = 32L << 20;

    private static final String SCHEMA = "esbmt-batch.xsd";
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private BatchText() {}

    /** The source of the archives that a batch names. */
    @FunctionalInterface
    public interface Archives {
        /**
         * Reads a file.
         *
         * @param name the name in the batch, which may be any text
         */
        byte[] read(String name) throws IOException;
    }

    /**
     * Reads a batch.
     *
     * @throws IllegalArgumentException if the text is no valid batch, with the line or the number of the step, and the fault;
     *     without any password
     * @throws IOException if an archive cannot be read, with the number of the step
     */
    public static Batch read(byte[] text, Archives archives) throws IOException {
        checkLength(text.length);
        return read(new InputSource(new ByteArrayInputStream(text)), archives);
    }

    /** Reads a batch from characters, whatever encoding the text declares. */
    public static Batch read(String text, Archives archives) throws IOException {
        checkLength(text.length());
        return read(new InputSource(new StringReader(text)), archives);
    }

    private static void checkLength(int length) {
        if (length > MAX_BYTES) {
            throw new IllegalArgumentException("a batch has at most " + MAX_BYTES + " bytes without its archives");
        }
    }

    private static Batch read(InputSource text, Archives archives) throws IOException {
        List<Element> elements = children(parsed(text).getDocumentElement());
        if (elements.size() > Batch.MAX_STEPS) {
            throw new IllegalArgumentException(
                    "a batch has at most " + Batch.MAX_STEPS + " steps, not " + elements.size());
        }
        Archives bounded = bounded(archives);
        List<Batch.Step> steps = new ArrayList<>();
        for (Element element : elements) {
            try {
                steps.add(new Batch.Step(
                        StepForms.named(element.getLocalName()).read(new StepElement(element, bounded)),
                        revision(element)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("step " + (steps.size() + 1) + ": " + e.getMessage(), e);
            } catch (IOException e) {
                throw new IOException("step " + (steps.size() + 1) + ": " + e.getMessage(), e);
            }
        }
        return new Batch(steps);
    }

    private static Archives bounded(Archives archives) {
        AtomicLong sum = new AtomicLong();
        return name -> {
            byte[] archive = archives.read(name);
            if (sum.addAndGet(archive.length) > MAX_ARCHIVES_BYTES) {
                throw new IllegalArgumentException("the archives and documents of a batch have at most "
                        + MAX_ARCHIVES_BYTES + " bytes together: make several batches");
            }
            return archive;
        };
    }

    /** The schema permits the attribute only for commands with a revision. */
    private static OptionalLong revision(Element step) {
        return step.hasAttribute("revision")
                ? OptionalLong.of(Long.parseLong(step.getAttribute("revision")))
                : OptionalLong.empty();
    }

    /**
     * Writes a batch that {@link #read(String, Archives)} reads. The text contains the passwords of the batch. Contents
     * that are streams are read to their end.
     *
     * @throws IllegalArgumentException if the text has no form for a step, with the number of the step, or would be too
     *     long
     * @throws IOException if a content cannot be read
     */
    public static WrittenBatch write(Batch batch) throws IOException {
        WrittenBatch written = new BatchWriter().write(requireNonNull(batch, "batch"));
        // The schema refuses the text here, for example a character that XML does not have.
        read(written.text(), name -> written.files().get(name));
        return written;
    }

    /** The element of a step. */
    private record StepElement(Element element, Archives archives) implements StepField.Source {
        @Override
        public Optional<String> find(String attribute) {
            return element.hasAttribute(attribute) ? Optional.of(element.getAttribute(attribute)) : Optional.empty();
        }

        @Override
        public List<StepElement> children() {
            return BatchText.children(element).stream()
                    .map(child -> new StepElement(child, archives))
                    .toList();
        }

        @Override
        public Content file(String name) throws IOException {
            return Content.of(archives.read(name));
        }
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static org.w3c.dom.Document parsed(InputSource text) {
        try {
            DocumentBuilder builder = factory().newDocumentBuilder();
            builder.setErrorHandler(FIRST_ERROR);
            return builder.parse(text);
        } catch (SAXParseException e) {
            throw new IllegalArgumentException("line " + e.getLineNumber() + ": " + printable(e.getMessage()), e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalArgumentException("this is no batch: " + printable(e.getMessage()), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("this is no batch: its bytes are not in the encoding that it says", e);
        }
    }

    /** Replaces the unprintable characters of a message, since it quotes the user's text. */
    private static String printable(String text) {
        return NOT_PRINTABLE.matcher(String.valueOf(text)).replaceAll("?");
    }

    private static DocumentBuilderFactory factory() throws ParserConfigurationException, SAXException {
        URL schema = requireNonNull(BatchText.class.getResource(SCHEMA), SCHEMA);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setSchema(SchemaFactory.newDefaultInstance().newSchema(schema));
        return factory;
    }

    private static final ErrorHandler FIRST_ERROR = new ErrorHandler() {
        @Override
        public void warning(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        /**
         * The parser's own message may contain a part of a password: the text after an '&' or a quotation mark in it.
         */
        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw new SAXParseException(
                    "before column " + e.getColumnNumber()
                            + " this is no well-formed XML in the encoding that it says, or has a DOCTYPE; in a value '&' is"
                            + " written &amp;, '<' is &lt; and '\"' is &quot;",
                    null,
                    null,
                    e.getLineNumber(),
                    e.getColumnNumber());
        }
    };
}
